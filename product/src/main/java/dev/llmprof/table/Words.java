package dev.llmprof.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Eight bytes of an array as one little-endian number.
public final class Words {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Words() {}

    public static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }
}
