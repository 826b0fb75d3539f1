package dev.llmprof.analysis.idle;

import dev.llmprof.analysis.event.WaitingCalls;
import dev.llmprof.table.Symbols;
import dev.llmprof.trace.HostKind;
import java.util.regex.Pattern;

/// Tells by its kind and name what an event of the host was busy with: the level of a
/// [HostActivity], or NONE.
final class ActivityNames {
    static final int NONE = -1;

    // A copy that is not asynchronous waits until it is done.
    private static final Pattern SYNCHRONISES =
            Pattern.compile(
                    WaitingCalls.NAMES
                            + "|Memcpy(2D|3D|DtoH|HtoD|DtoD|WithStream|Peer)?(_v\\d+)?$");
    private static final Pattern ALLOCATES =
            Pattern.compile(
                    "Malloc|MemAlloc|HostAlloc|Free|HostRegister|HostUnregister|MemCreate|MemMap"
                            + "|MemRelease|MemUnmap|MemAddressReserve|MemSetAccess|MemPool");
    private static final Pattern COLLECTS =
            Pattern.compile(
                    "\\bgc\\.(collect|freeze|py)|built-in (method|function) collect\\b|Python GC"
                            + "|garbage.?collect|^gc$",
                    Pattern.CASE_INSENSITIVE);
    private static final Pattern LOADS =
            Pattern.compile("data_?loader|torch/utils/data/", Pattern.CASE_INSENSITIVE);

    private final Symbols names;
    private final byte[] calls;
    private final byte[] others;

    ActivityNames(Symbols names) {
        this.names = names;
        this.calls = new byte[names.size()];
        this.others = new byte[names.size()];
    }

    /// NONE for a range, which says where the host was but not what it did.
    int of(HostKind kind, int name) {
        return switch (kind) {
            case RUNTIME_CALL, DRIVER_CALL -> call(name);
            case OPERATOR -> other(name, HostActivity.OPERATOR.level());
            case MODULE -> python(name);
            case RANGE -> other(name, NONE);
            case FREE_RANGE, GRAPH_NODE -> NONE;
        };
    }

    int python(int name) {
        return other(name, HostActivity.PYTHON.level());
    }

    private int call(int name) {
        if (calls[name] == 0) {
            calls[name] = (byte) (ofCall(names.text(name)).level() + 1);
        }
        return calls[name] - 1;
    }

    private static HostActivity ofCall(String name) {
        return SYNCHRONISES.matcher(name).find()
                ? HostActivity.SYNCHRONISATION
                : ALLOCATES.matcher(name).find() ? HostActivity.ALLOCATION : HostActivity.CALL;
    }

    private int other(int name, int usual) {
        if (others[name] == 0) {
            others[name] = ofName(names.text(name));
        }
        return others[name] < 0 ? usual : others[name] - 1;
    }

    private static byte ofName(String name) {
        return COLLECTS.matcher(name).find()
                ? (byte) (HostActivity.GARBAGE_COLLECTION.level() + 1)
                : LOADS.matcher(name).find()
                        ? (byte) (HostActivity.DATA_LOADING.level() + 1)
                        : (byte) NONE;
    }
}
