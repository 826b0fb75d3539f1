package dev.llmprof.engine.vision;

import static org.bytedeco.pytorch.global.torch.arange;
import static org.bytedeco.pytorch.global.torch.cat;
import static org.bytedeco.pytorch.global.torch.matmul;
import static org.bytedeco.pytorch.global.torch.scaled_dot_product_attention;

import dev.llmprof.engine.decoder.Layers;
import dev.llmprof.engine.weights.Weights;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// SAM's attention over a square of places, with decomposed relative positions.
record SamAttention(
        int heads, Layers.Linear qkv, Layers.Linear output, Tensor rowTable, Tensor columnTable) {

    /// More bias than this at once is made head by head.
    private static final long BIAS_LIMIT = 32_000_000;

    static SamAttention of(Weights weights, String name, int heads) {
        return new SamAttention(
                heads,
                Layers.Linear.of(weights, name + "qkv"),
                Layers.Linear.of(weights, name + "proj"),
                weights.get(name + "rel_pos_h"),
                weights.get(name + "rel_pos_w"));
    }

    /// `[batch, side, side, width]` to the same shape.
    Tensor apply(Tensor x) {
        long batch = x.size(0);
        long side = x.size(1);
        long places = side * side;
        long width = x.size(3);
        Tensor all =
                qkv.apply(x)
                        .view(batch, places, 3, heads, width / heads)
                        .permute(2, 0, 3, 1, 4)
                        .contiguous();
        Tensor rows = relative(rowTable, side);
        Tensor columns = relative(columnTable, side);
        boolean whole = batch * heads * places * places <= BIAS_LIMIT;
        Tensor mixed = whole ? attend(all, rows, columns) : byHead(all, rows, columns);
        return output.apply(mixed.transpose(1, 2).reshape(batch, side, side, width));
    }

    private Tensor byHead(Tensor all, Tensor rows, Tensor columns) {
        var parts = new TensorVector();
        for (int head = 0; head < heads; head++) {
            try (var scope = new PointerScope()) {
                Tensor part = attend(all.narrow(2, head, 1), rows, columns);
                parts.push_back(part);
                scope.detach(part);
                part.close();
            }
        }
        return cat(parts, 1);
    }

    /// q·k/√size + q·rows + q·columns, the last two with unscaled q.
    private static Tensor attend(Tensor all, Tensor rows, Tensor columns) {
        Tensor q = all.select(0, 0);
        long side = rows.size(0);
        Tensor grid = q.reshape(q.size(0), q.size(1), side, side, q.size(3));
        Tensor byRow = matmul(grid, rows.transpose(1, 2));
        Tensor byColumn = matmul(grid.transpose(2, 3), columns.transpose(1, 2)).transpose(2, 3);
        Tensor bias =
                byRow.unsqueeze(-1)
                        .add(byColumn.unsqueeze(-2))
                        .view(q.size(0), q.size(1), side * side, side * side);
        return scaled_dot_product_attention(
                q,
                all.select(0, 1),
                all.select(0, 2),
                new TensorOptional(bias),
                0.0,
                false,
                new DoubleOptional(),
                false);
    }

    /// `[side, side, size]`: for each place and each other, the table's row of their distance.
    private static Tensor relative(Tensor table, long side) {
        Tensor fitted = Resample.rows(table, 2 * side - 1);
        var options = new TensorOptions(ScalarType.Long).device(new DeviceOptional(table.device()));
        Tensor places = arange(new Scalar(side), options);
        Tensor distances =
                places.unsqueeze(1).sub(places.unsqueeze(0)).add(new Scalar(side - 1)).view(-1);
        return fitted.index_select(0, distances).view(side, side, fitted.size(1));
    }
}
