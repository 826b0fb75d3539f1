package dev.llmprof.engine.vision;

import static org.bytedeco.pytorch.global.torch.interpolate;
import static org.bytedeco.pytorch.global.torch.upsample_linear1d;

import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.InterpolateFuncOptions;
import org.bytedeco.pytorch.InterpolateMode;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.LongVectorOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.kBicubic;

/// Position tables made to fit another grid, always in float32.
final class Resample {
    private Resample() {}

    /// A square `[side, side, width]` table at another side: bicubic, antialiased.
    static Tensor square(Tensor table, long side) {
        if (table.size(0) == side) {
            return table;
        }
        var options = new InterpolateFuncOptions();
        options.size().put(new LongVectorOptional(new LongVector(side, side)));
        options.mode().put(new InterpolateMode(new kBicubic()));
        options.align_corners().put(new BoolOptional(false));
        options.antialias().put(true);
        Tensor planes = table.to(ScalarType.Float).permute(2, 0, 1).unsqueeze(0);
        Tensor resized = interpolate(planes, options);
        return resized.squeeze(0).permute(1, 2, 0).contiguous().to(table.scalar_type());
    }

    /// A `[rows, width]` table at another number of rows: linear.
    static Tensor rows(Tensor table, long rows) {
        if (table.size(0) == rows) {
            return table;
        }
        Tensor lines = table.to(ScalarType.Float).transpose(0, 1).unsqueeze(0);
        Tensor resized = upsample_linear1d(lines.contiguous(), new long[] {rows}, false);
        return resized.squeeze(0).transpose(0, 1).contiguous().to(table.scalar_type());
    }
}
