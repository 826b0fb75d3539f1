package dev.llmprof;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Walks from entry points through compiled code. It sees too much rather than too little: a call
/// reaches the method in every living class below, and what overrides a library's method lives with
/// its class. Names are those of class files, with slashes.
final class Reach {
    private static final Pattern NAME = Pattern.compile("L(dev/llmprof/[\\w/$]+)[;<]");

    private final Map<String, ClassModel> classes = new HashMap<>();
    private final Map<String, Set<String>> above = new HashMap<>();
    private final Map<String, Set<String>> below = new HashMap<>();
    private final Map<String, Map<String, MethodModel>> methods = new HashMap<>();
    private final Set<String> alive = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> reached = new HashSet<>();
    private final Deque<MethodModel> work = new ArrayDeque<>();

    Reach(List<Path> files) throws IOException {
        for (Path file : files) {
            ClassModel model = ClassFile.of().parse(file);
            classes.put(model.thisClass().asInternalName(), model);
        }
        for (var entry : classes.entrySet()) {
            String name = entry.getKey();
            Set<String> ancestors = new LinkedHashSet<>();
            climb(name, ancestors);
            above.put(name, ancestors);
            ancestors.forEach(
                    other -> below.computeIfAbsent(other, _ -> new HashSet<>()).add(name));
            Map<String, MethodModel> declared = new HashMap<>();
            entry.getValue().methods().forEach(method -> declared.put(signature(method), method));
            methods.put(name, declared);
        }
    }

    /// All types above, libraries' too.
    private void climb(String name, Set<String> found) {
        Optional.ofNullable(classes.get(name))
                .ifPresent(type ->
                        supertypes(type).filter(found::add).forEach(other -> climb(other, found)));
    }

    void from(String main) {
        live(main);
        declared(main).values().stream()
                .filter(method -> method.methodName().equalsString("main"))
                .forEach(this::reach);
        while (!work.isEmpty()) {
            walk(work.pop());
        }
    }

    /// Methods written by hand that nothing leads to, as `Type#method`, and types without any.
    Set<String> unreached() {
        Set<String> left = new TreeSet<>();
        for (ClassModel type : classes.values()) {
            String name = type.thisClass().asInternalName().replace('/', '.').replace('$', '.');
            if (name.endsWith("package-info") || type.flags().has(AccessFlag.SYNTHETIC)) {
                continue;
            }
            if (!alive.contains(type.thisClass().asInternalName())) {
                if (!isPartOfUnreached(type) && !onlyConstants(type)) {
                    left.add(name);
                }
                continue;
            }
            for (MethodModel method : type.methods()) {
                if (!reached.contains(key(method)) && written(type, method)) {
                    left.add(name + "#" + method.methodName());
                }
            }
        }
        return left;
    }

    /// The type around it says enough.
    private boolean isPartOfUnreached(ClassModel type) {
        String name = type.thisClass().asInternalName();
        int inner = name.lastIndexOf('$');
        return inner > 0 && !alive.contains(name.substring(0, inner));
    }

    /// The compiler puts constants where they are used and forgets where they came from.
    private static boolean onlyConstants(ClassModel type) {
        return type.methods().stream().noneMatch(method -> written(type, method))
                && type.fields().stream()
                        .allMatch(field ->
                                field.findAttribute(Attributes.constantValue()).isPresent());
    }

    private static boolean written(ClassModel type, MethodModel method) {
        String name = method.methodName().stringValue();
        if (method.flags().has(AccessFlag.SYNTHETIC) || name.equals("<clinit>")) {
            return false;
        }
        if (name.equals("<init>")) {
            boolean empty = method.methodType().equalsString("()V");
            return !empty && !method.flags().has(AccessFlag.PRIVATE) && components(type).isEmpty();
        }
        if (type.flags().has(AccessFlag.ENUM)
                && (name.equals("values") || name.equals("valueOf"))) {
            return false;
        }
        return !components(type).contains(name)
                && !Set.of("toString", "hashCode", "equals").contains(name);
    }

    private static List<String> components(ClassModel type) {
        return type
                .findAttribute(Attributes.record())
                .map(RecordAttribute::components)
                .orElse(List.of())
                .stream()
                .map(component -> component.name().stringValue())
                .toList();
    }

    /// A class that code speaks of: it is initialised, and what libraries may call of it is
    /// reached.
    private void live(String name) {
        ClassModel type = classes.get(name);
        if (type == null || !alive.add(name)) {
            return;
        }
        supertypes(type).forEach(this::live);
        Optional<RecordAttribute> record = type.findAttribute(Attributes.record());
        declared(name)
                .forEach((signature, method) -> {
                    if (livesWithItsClass(name, method, record.isPresent())
                            || (!isOwn(method)
                                    && above(name)
                                            .anyMatch(other ->
                                                    called.contains(other + "." + signature)))) {
                        reach(method);
                    }
                });
        record.ifPresent(all ->
                all.components()
                        .forEach(component -> {
                            names(component.descriptor().stringValue());
                            component
                                    .findAttribute(Attributes.signature())
                                    .ifPresent(s -> names(s.signature().stringValue()));
                            bound(component.descriptor().stringValue());
                        }));
        type.findAttribute(Attributes.runtimeVisibleAnnotations())
                .ifPresent(
                        all -> all.annotations().forEach(a -> names(a.className().stringValue())));
    }

    private boolean livesWithItsClass(String name, MethodModel method, boolean record) {
        String called = method.methodName().stringValue();
        return called.equals("<clinit>")
                || called.equals("main")
                || (record && called.equals("<init>"))
                || method.findAttribute(Attributes.runtimeVisibleAnnotations()).isPresent()
                || (!isOwn(method)
                        && above(name)
                                .filter(other -> !classes.containsKey(other))
                                .anyMatch(other -> declares(other, called)));
    }

    /// Static ones and constructors are called by their own type's name only.
    private static boolean isOwn(MethodModel method) {
        return method.flags().has(AccessFlag.STATIC) || method.methodName().equalsString("<init>");
    }

    private Stream<String> above(String name) {
        return above.getOrDefault(name, Set.of()).stream();
    }

    private Map<String, MethodModel> declared(String name) {
        return methods.getOrDefault(name, Map.of());
    }

    /// Records are bound by their components' types, sealed ones by all they permit.
    private void bound(String descriptor) {
        NAME.matcher(descriptor)
                .results()
                .flatMap(match -> Stream.ofNullable(classes.get(match.group(1))))
                .flatMap(type -> type.findAttribute(Attributes.permittedSubclasses()).stream())
                .flatMap(all -> all.permittedSubclasses().stream())
                .forEach(permitted -> live(permitted.asInternalName()));
    }

    private void reach(MethodModel method) {
        if (reached.add(key(method))) {
            work.push(method);
        }
    }

    private void walk(MethodModel method) {
        names(method.methodType().stringValue());
        List<String> texts = new ArrayList<>();
        method.code()
                .ifPresent(code -> {
                    for (CodeElement element : code) {
                        switch (element) {
                            case InvokeInstruction call ->
                                    call(
                                            call.owner().asInternalName(),
                                            call.name() + "" + call.type());
                            case InvokeDynamicInstruction call -> callSite(call);
                            case FieldInstruction field -> live(field.owner().asInternalName());
                            case NewObjectInstruction made ->
                                    live(made.className().asInternalName());
                            case NewReferenceArrayInstruction made ->
                                    names(described(made.componentType()));
                            case TypeCheckInstruction check -> names(described(check.type()));
                            case ExceptionCatch caught ->
                                    caught.catchType().ifPresent(t -> live(t.asInternalName()));
                            case ConstantInstruction constant -> {
                                constant(constant.constantValue());
                                if (constant.constantValue() instanceof String text) {
                                    texts.add(text);
                                }
                            }
                            default -> {}
                        }
                    }
                });
        // A method that is looked up by its name.
        owner(method).methods().stream()
                .filter(other -> texts.contains(other.methodName().stringValue()))
                .forEach(this::reach);
    }

    private static String described(ClassEntry entry) {
        String name = entry.asInternalName();
        return name.startsWith("[") ? name : "L" + name + ";";
    }

    private void callSite(InvokeDynamicInstruction call) {
        names(call.type().stringValue());
        call.bootstrapArgs().forEach(this::constant);
    }

    private void constant(ConstantDesc constant) {
        switch (constant) {
            case ClassDesc type -> names(type.descriptorString());
            case DirectMethodHandleDesc handle ->
                    call(internal(handle.owner()), handle.methodName() + handle.lookupDescriptor());
            case DynamicConstantDesc<?> dynamic ->
                    dynamic.bootstrapArgsList().forEach(this::constant);
            default -> {}
        }
    }

    private static String internal(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1);
    }

    private void names(String text) {
        NAME.matcher(text).results().forEach(match -> live(match.group(1)));
    }

    /// The method itself, wherever it is declared above, and every living one below.
    private void call(String owner, String signature) {
        live(owner);
        if (!classes.containsKey(owner) || !called.add(owner + "." + signature)) {
            return;
        }
        Stream.concat(Stream.of(owner), above(owner))
                .flatMap(name -> Stream.ofNullable(declared(name).get(signature)))
                .forEach(this::reach);
        below.getOrDefault(owner, Set.of()).stream()
                .filter(alive::contains)
                .flatMap(name -> Stream.ofNullable(declared(name).get(signature)))
                .filter(method -> !isOwn(method))
                .forEach(this::reach);
    }

    private static Stream<String> supertypes(ClassModel type) {
        return Stream.concat(type.superclass().stream(), type.interfaces().stream())
                .map(ClassEntry::asInternalName);
    }

    private static boolean declares(String library, String method) {
        try {
            return Stream.of(Class.forName(library.replace('/', '.')).getMethods())
                            .anyMatch(m -> m.getName().equals(method))
                    || Stream.of(Class.forName(library.replace('/', '.')).getDeclaredMethods())
                            .anyMatch(m -> m.getName().equals(method));
        } catch (ClassNotFoundException | LinkageError unknown) {
            return true;
        }
    }

    private ClassModel owner(MethodModel method) {
        return method.parent().orElseThrow();
    }

    private static String signature(MethodModel method) {
        return method.methodName() + "" + method.methodType();
    }

    private String key(MethodModel method) {
        return owner(method).thisClass().asInternalName() + "." + signature(method);
    }
}
