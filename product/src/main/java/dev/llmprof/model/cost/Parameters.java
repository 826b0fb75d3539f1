package dev.llmprof.model.cost;

import dev.llmprof.model.operators.DecoderOperators;
import dev.llmprof.model.shape.Convention;
import dev.llmprof.model.shape.Decoder;
import dev.llmprof.model.shape.Images;
import dev.llmprof.model.shape.Model;
import dev.llmprof.model.shape.Operator;
import dev.llmprof.model.shape.Operator.Experts;
import dev.llmprof.model.shape.Precision;
import dev.llmprof.model.shape.StoredDifference;
import dev.llmprof.model.shape.Vision;
import dev.llmprof.model.shape.Work;
import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/// How many parameters a model has, once each, and how many of them one text token runs.
///
/// A tied head is counted with its embedding. `active` leaves out the routed experts a token does
/// not choose; `activeWithoutEmbedding` also leaves out the input table, of which a token reads one
/// row. Where weights lie beside the description their headers give `total` and `weightBytes`;
/// `modules` are always from the description, and `counted` is their sum.
public record Parameters(
        long total,
        long counted,
        long active,
        long activeWithoutEmbedding,
        List<Module> modules,
        double weightBytes) {

    /// One operator's share.
    public record Module(String part, String name, int repeat, long parameters, double bytes) {}

    public Parameters {
        modules = List.copyOf(modules);
    }

    /// By the headers where there are any, else as counted.
    public static Parameters of(Model model, Precision precision) {
        Parameters counted = counted(model, precision);
        return model.checkpoint()
                .map(stored -> counted.corrected(stored, precision.equals(model.precision())))
                .orElse(counted);
    }

    /// What the description misses is taken to be run by every token.
    private Parameters corrected(StoredDifference stored, boolean asStored) {
        long more = stored.parameters() - counted;
        return new Parameters(
                stored.parameters(),
                counted,
                active + more,
                activeWithoutEmbedding + more,
                modules,
                asStored ? (double) stored.runBytes() : weightBytes);
    }

    /// From the description alone.
    public static Parameters counted(Model model, Precision precision) {
        try {
            return count(model, precision);
        } catch (ArithmeticException e) {
            throw new Problem(
                            "the sizes in this description multiply to more than 2^63 parameters",
                            model.name(),
                            "check hidden, intermediate and expert sizes")
                    .found();
        }
    }

    private static Parameters count(Model model, Precision precision) {
        Decoder decoder = model.decoder();
        List<Module> modules = new ArrayList<>();
        long vision = addVision(modules, model, precision);
        for (Operator operator : model.ears()) {
            vision = Math.addExact(vision, add(modules, "audio", operator, precision.ofEyes()));
        }
        long text = 0;
        long idle = 0;
        for (Operator operator :
                DecoderOperators.of(decoder, Work.prefill(1, 2), Convention.EXACT)) {
            boolean shared = decoder.tied() && operator.name().equals("lm_head");
            if (!shared) {
                text = Math.addExact(text, add(modules, "decoder", operator, precision));
            }
            if (operator instanceof Experts experts) {
                long waiting = (long) experts.experts() - experts.active();
                idle += Math.multiplyExact(experts.repeat() * waiting, experts.expertParameters());
            }
        }
        long embedding = decoder.vocabulary() * decoder.embeddingWidth();
        long active = text - idle;
        long total = Math.addExact(text, vision);
        return new Parameters(
                total,
                total,
                active,
                decoder.tied() ? active : active - embedding,
                modules,
                modules.stream().mapToDouble(Module::bytes).sum());
    }

    private static long addVision(List<Module> modules, Model model, Precision precision) {
        if (model.vision().isEmpty()) {
            return 0;
        }
        Vision vision = model.vision().get();
        long sum = 0;
        for (String stage : vision.stages()) {
            for (Operator operator : vision.operators(stage, Images.NONE, 1)) {
                sum = Math.addExact(sum, add(modules, stage, operator, precision.ofEyes()));
            }
        }
        return sum;
    }

    private static long add(
            List<Module> modules, String part, Operator operator, Precision precision) {
        long parameters = operator.parameters();
        if (parameters > 0) {
            modules.add(
                    new Module(
                            part,
                            operator.name(),
                            operator.repeat(),
                            parameters,
                            StoredBytes.of(operator, precision)));
        }
        return parameters;
    }
}
