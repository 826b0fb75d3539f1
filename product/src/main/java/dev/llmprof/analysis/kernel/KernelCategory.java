package dev.llmprof.analysis.kernel;

/// What a kernel does, judged by its operator or its name; OTHER is said when neither tells.
public enum KernelCategory {
    GEMM("gemm"),
    ATTENTION("attention"),
    CONVOLUTION("convolution"),
    POOLING("pooling"),
    NORM("norm"),
    MOE("moe"),
    SOFTMAX("softmax"),
    ROTARY("rotary"),
    ACTIVATION("activation"),
    CACHE("kv cache"),
    SAMPLING("sampling"),
    EMBEDDING("embedding"),
    QUANTISATION("quantisation"),
    STATE_SPACE("state space"),
    SORT("sort"),
    OPTIMIZER("optimizer"),
    REDUCTION("reduction"),
    ELEMENTWISE("elementwise"),
    COMMUNICATION("communication"),
    COPY("copy"),
    SET("set"),
    OTHER("other");

    private final String label;

    KernelCategory(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
