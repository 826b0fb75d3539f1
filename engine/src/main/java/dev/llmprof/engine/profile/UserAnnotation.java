package dev.llmprof.engine.profile;

import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;

/// A named range in the trace, by the operators that Python's `record_function` itself calls. All
/// use of [IValue] is here: its other constructors reinterpret memory and abort the JVM.
final class UserAnnotation implements AutoCloseable {
    private final IValueVector stack;

    private UserAnnotation(IValueVector stack) {
        this.stack = stack;
    }

    static UserAnnotation open(String name) {
        var stack = new IValueVector(new IValue(name), new IValue());
        Dispatcher.singleton()
                .findSchemaOrThrow("profiler::_record_function_enter_new", "")
                .callBoxed(stack);
        return new UserAnnotation(stack);
    }

    @Override
    public void close() {
        Dispatcher.singleton()
                .findSchemaOrThrow("profiler::_record_function_exit", "_RecordFunction")
                .callBoxed(stack);
        stack.close();
    }
}
