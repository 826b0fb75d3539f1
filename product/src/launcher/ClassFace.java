import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// All of a class that another class may be compiled by.
final class ClassFace {
    private static final String CONSTANT = " = ";

    private ClassFace() {}

    /// A line for each part of it; none where there is no such class.
    static SortedSet<String> of(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return new TreeSet<>();
        }
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        String self = model.thisClass().asInternalName();
        SortedSet<String> lines = new TreeSet<>();
        lines.add(
                "%d %s %s %s %s"
                        .formatted(
                                model.flags().flagsMask(),
                                self,
                                model.superclass(),
                                model.interfaces(),
                                typed(model)));
        for (FieldModel field : model.fields()) {
            if (!field.flags().has(AccessFlag.PRIVATE)) {
                int flags = field.flags().flagsMask();
                lines.add(flags + " " + field.fieldName() + " " + field.fieldType() + typed(field));
            }
        }
        for (MethodModel method : model.methods()) {
            if (!method.flags().has(AccessFlag.PRIVATE)) {
                int flags = method.flags().flagsMask();
                lines.add(
                        flags
                                + (" " + method.methodName() + " " + method.methodType())
                                + typed(method));
            }
        }
        model.findAttribute(Attributes.innerClasses()).ifPresent(all ->
                all.classes().stream()
                        .filter(inner -> inner.innerClass().asInternalName().startsWith(self))
                        .map(InnerClassInfo::toString)
                        .forEach(lines::add));
        return lines;
    }

    private static String typed(AttributedElement element) {
        var text = new StringBuilder();
        element.findAttribute(Attributes.signature())
                .ifPresent(said -> text.append(" ").append(said.signature()));
        element.findAttribute(Attributes.constantValue())
                .ifPresent(said -> text.append(CONSTANT).append(said.constant().constantValue()));
        element.findAttribute(Attributes.exceptions())
                .ifPresent(said -> text.append(" throws ").append(said.exceptions()));
        element.findAttribute(Attributes.permittedSubclasses())
                .ifPresent(said -> text.append(" permits ").append(said.permittedSubclasses()));
        element.findAttribute(Attributes.annotationDefault())
                .ifPresent(said -> text.append(" default ").append(said.defaultValue()));
        element.findAttribute(Attributes.record()).ifPresent(said ->
                said.components().forEach(part ->
                        text.append(" " + part.name() + " " + part.descriptor())
                                .append(typed(part))));
        return text.toString();
    }

    /// Those that have a value which stands in who uses them.
    static List<String> constants(SortedSet<String> api) {
        return api.stream().filter(line -> line.contains(CONSTANT)).toList();
    }
}
