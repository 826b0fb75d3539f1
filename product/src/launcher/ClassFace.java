import java.io.IOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// All of a class that another class may be compiled by.
final class ClassFace {
    /// Called by statements that do not name them: the loop over elements, and the try with resources.
    private static final Set<String> CALLED_UNNAMED = Set.of("<init>", "iterator", "close");

    private ClassFace() {}

    /// A part has a name by which sources must call it, or may be used without one; a constant's value
    /// stands in who uses it.
    record Part(String name, String text, Use use) {}

    enum Use {
        NAMED,
        UNNAMED,
        COPIED
    }

    /// None where there is no such class.
    static Set<Part> of(Path file) throws IOException {
        Set<Part> parts = new HashSet<>();
        if (!Files.isRegularFile(file)) {
            return parts;
        }
        ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
        parts.add(new Part("", whole(model), Use.UNNAMED));
        for (FieldModel field : model.fields()) {
            if (!field.flags().has(AccessFlag.PRIVATE)) {
                parts.add(part(field));
            }
        }
        for (MethodModel method : model.methods()) {
            if (!method.flags().has(AccessFlag.PRIVATE)) {
                parts.add(part(method, model.flags().has(AccessFlag.INTERFACE)));
            }
        }
        addMembers(model, parts);
        return parts;
    }

    private static String whole(ClassModel model) {
        String text =
                "%d %s %s %s"
                        .formatted(
                                model.flags().flagsMask(),
                                model.superclass(),
                                model.interfaces(),
                                typed(model));
        // Where and how often an annotation may stand.
        return model.flags().has(AccessFlag.ANNOTATION)
                ? text + model.findAttribute(Attributes.runtimeVisibleAnnotations())
                : text;
    }

    private static Part part(FieldModel field) {
        boolean copied = field.findAttribute(Attributes.constantValue()).isPresent();
        // A switch over all of them names none of those that are new.
        boolean isCase = field.flags().has(AccessFlag.ENUM);
        return new Part(
                field.fieldName().stringValue(),
                field.flags().flagsMask() + " " + field.fieldType() + typed(field),
                copied ? Use.COPIED : isCase ? Use.UNNAMED : Use.NAMED);
    }

    /// A lambda does not name the method of its interface.
    private static Part part(MethodModel method, boolean ofInterface) {
        String name = method.methodName().stringValue();
        boolean unnamed =
                ofInterface
                        || method.flags().has(AccessFlag.ABSTRACT)
                        || CALLED_UNNAMED.contains(name);
        return new Part(
                name,
                method.flags().flagsMask() + " " + method.methodType() + typed(method),
                unnamed ? Use.UNNAMED : Use.NAMED);
    }

    private static void addMembers(ClassModel model, Set<Part> parts) {
        model.findAttribute(Attributes.innerClasses()).ifPresent(all ->
                all.classes().stream()
                        .filter(inner -> inner.outerClass().equals(Optional.of(model.thisClass())))
                        .forEach(inner ->
                                parts.add(
                                        new Part(
                                                inner.innerName().orElseThrow().stringValue(),
                                                "class " + inner.flagsMask(),
                                                Use.NAMED))));
    }

    private static String typed(AttributedElement element) {
        var text = new StringBuilder();
        element.findAttribute(Attributes.signature())
                .ifPresent(said -> text.append(" ").append(said.signature()));
        element.findAttribute(Attributes.constantValue())
                .ifPresent(said -> text.append(" = ").append(said.constant().constantValue()));
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
}
