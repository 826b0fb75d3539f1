package dev.llmprof.engine.image;

/// Pillow's antialiased bicubic resize, bit for bit: weights in 22-bit integers, the horizontal
/// pass rounded to bytes before the vertical one. libtorch's own is close but not equal.
public final class Bicubic {
    private static final int PRECISION_BITS = 22;
    private static final double SHARPNESS = -0.5;

    private Bicubic() {}

    /// For each output place: the first input place and the weights from there on.
    private static final class Kernel {
        private final int[] first;
        private final int[][] weights;

        private Kernel(int[] first, int[][] weights) {
            this.first = first;
            this.weights = weights;
        }
    }

    public static Rgb resize(Rgb image, int width, int height) {
        Rgb wide = image.width() == width ? image : horizontally(image, width);
        return wide.height() == height ? wide : vertically(wide, height);
    }

    private static Rgb horizontally(Rgb image, int width) {
        Kernel kernel = kernel(image.width(), width);
        byte[] in = image.bytes();
        byte[] out = new byte[3 * width * image.height()];
        for (int y = 0; y < image.height(); y++) {
            for (int x = 0; x < width; x++) {
                int from = 3 * (y * image.width() + kernel.first[x]);
                blend(in, from, 3, kernel.weights[x], out, 3 * (y * width + x));
            }
        }
        return new Rgb(width, image.height(), out);
    }

    private static Rgb vertically(Rgb image, int height) {
        Kernel kernel = kernel(image.height(), height);
        byte[] in = image.bytes();
        int row = 3 * image.width();
        byte[] out = new byte[row * height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < image.width(); x++) {
                int from = kernel.first[y] * row + 3 * x;
                blend(in, from, row, kernel.weights[y], out, y * row + 3 * x);
            }
        }
        return new Rgb(image.width(), height, out);
    }

    private static void blend(byte[] in, int from, int step, int[] weights, byte[] out, int to) {
        int red = 1 << (PRECISION_BITS - 1);
        int green = red;
        int blue = red;
        int at = from;
        for (int weight : weights) {
            red += (in[at] & 0xff) * weight;
            green += (in[at + 1] & 0xff) * weight;
            blue += (in[at + 2] & 0xff) * weight;
            at += step;
        }
        out[to] = clamped(red);
        out[to + 1] = clamped(green);
        out[to + 2] = clamped(blue);
    }

    private static byte clamped(int sum) {
        return (byte) Math.clamp(sum >> PRECISION_BITS, 0, 255);
    }

    private static Kernel kernel(int inputs, int outputs) {
        double scale = (double) inputs / outputs;
        double stretch = Math.max(scale, 1);
        double support = 2 * stretch;
        int[] first = new int[outputs];
        int[][] weights = new int[outputs][];
        for (int i = 0; i < outputs; i++) {
            double centre = (i + 0.5) * scale;
            first[i] = Math.max((int) (centre - support + 0.5), 0);
            int end = Math.min((int) (centre + support + 0.5), inputs);
            weights[i] = weights(first[i], end, centre, stretch);
        }
        return new Kernel(first, weights);
    }

    private static int[] weights(int first, int end, double centre, double stretch) {
        double[] exact = new double[end - first];
        double sum = 0;
        for (int i = 0; i < exact.length; i++) {
            exact[i] = cubic((i + first - centre + 0.5) * (1.0 / stretch));
            sum += exact[i];
        }
        int[] weights = new int[exact.length];
        for (int i = 0; i < exact.length; i++) {
            double share = exact[i] * (1.0 / sum) * (1 << PRECISION_BITS);
            weights[i] = (int) (share < 0 ? share - 0.5 : share + 0.5);
        }
        return weights;
    }

    private static double cubic(double distance) {
        double x = Math.abs(distance);
        if (x < 1) {
            return ((SHARPNESS + 2) * x - (SHARPNESS + 3)) * x * x + 1;
        }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * SHARPNESS : 0;
    }
}
