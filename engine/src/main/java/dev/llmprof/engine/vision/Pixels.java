package dev.llmprof.engine.vision;

import dev.llmprof.engine.image.Rgb;
import java.util.List;
import org.bytedeco.pytorch.AbstractTensor;
import org.bytedeco.pytorch.Tensor;

/// Pictures as the network wants them: planes of x/255, shifted and scaled to -1…1.
public final class Pixels {
    private static final float[] SCALED = scaled();

    private Pixels() {}

    /// `[views, 3, height, width]` in float32; all views have one size.
    public static Tensor of(List<Rgb> views) {
        int width = views.getFirst().width();
        int height = views.getFirst().height();
        float[] planes = new float[3 * width * height * views.size()];
        for (int i = 0; i < views.size(); i++) {
            fill(planes, i * 3 * width * height, views.get(i));
        }
        return AbstractTensor.create(planes, views.size(), 3, height, width);
    }

    private static void fill(float[] planes, int from, Rgb view) {
        int area = view.width() * view.height();
        byte[] bytes = view.bytes();
        for (int pixel = 0; pixel < area; pixel++) {
            for (int colour = 0; colour < 3; colour++) {
                planes[from + colour * area + pixel] = SCALED[bytes[3 * pixel + colour] & 0xff];
            }
        }
    }

    private static float[] scaled() {
        float[] values = new float[256];
        for (int i = 0; i < values.length; i++) {
            values[i] = (i / 255f - 0.5f) / 0.5f;
        }
        return values;
    }
}
