package dev.llmprof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// A record past twelve components, or a call past six arguments, holds a type that has no name
/// yet. Settings mirror a configuration and may be longer; so may constructors.
class SignaturesTest {
    private static final int MOST_COMPONENTS = 12;
    private static final int MOST_PARAMETERS = 6;

    private static final Map<String, Integer> COMPONENTS = new TreeMap<>();
    private static final Map<String, Integer> PARAMETERS = new TreeMap<>();

    @BeforeAll
    static void find() throws IOException {
        Sources.parse(Sources.all(), (unit, _) -> new Lengths().scan(unit, ""));
    }

    @Test
    void recordsHaveFewComponents() {
        assertEquals(Map.of(), COMPONENTS);
    }

    @Test
    void callsTakeFewArguments() {
        assertEquals(Map.of(), PARAMETERS);
    }

    /// Notes what is too long, under the names of the types around it.
    private static final class Lengths extends TreeScanner<Void, String> {
        @Override
        public Void visitClass(ClassTree type, String around) {
            String name = around + (around.isEmpty() ? "" : ".") + type.getSimpleName();
            long components =
                    type.getKind() != Tree.Kind.RECORD
                            ? 0
                            : type.getMembers().stream().filter(Lengths::isComponent).count();
            boolean settings = name.endsWith("Settings") || name.contains("Keys");
            if (components > MOST_COMPONENTS && !settings) {
                COMPONENTS.put(name, (int) components);
            }
            return super.visitClass(type, name);
        }

        @Override
        public Void visitMethod(MethodTree method, String around) {
            boolean constructor = method.getReturnType() == null;
            if (!constructor && method.getParameters().size() > MOST_PARAMETERS) {
                PARAMETERS.put(around + "#" + method.getName(), method.getParameters().size());
            }
            return super.visitMethod(method, around);
        }

        private static boolean isComponent(Tree member) {
            return member instanceof VariableTree field
                    && !field.getModifiers().getFlags().contains(Modifier.STATIC);
        }
    }
}
