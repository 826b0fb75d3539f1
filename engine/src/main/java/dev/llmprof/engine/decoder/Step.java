package dev.llmprof.engine.decoder;

import static org.bytedeco.pytorch.global.torch.arange;

import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// What one forward pass shares between its layers: where it stands and the rotations for it.
record Step(KvCache cache, long tokens, Tensor cosines, Tensor sines) {

    /// True where a new token may look: itself and the `window - 1` tokens before it.
    Tensor mask(long window) {
        var options =
                new TensorOptions(ScalarType.Long).device(new DeviceOptional(cosines.device()));
        long from = cache.length();
        Tensor rows = arange(new Scalar(from), new Scalar(from + tokens), options).unsqueeze(1);
        Tensor columns = arange(new Scalar(from + tokens), options).unsqueeze(0);
        return columns.le(rows).logical_and(columns.gt(rows.sub(new Scalar(window))));
    }
}
