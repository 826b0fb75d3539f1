package dev.llmprof.analysis.prediction;

import dev.llmprof.model.shape.Work;
import java.util.List;

/// What a step asked of the model, as far as it can be known.
sealed interface StepDemand {

    /// The requests of each phase in it.
    record Known(List<Work> loads, StepBasis basis) implements StepDemand {
        public Known {
            loads = List.copyOf(loads);
        }
    }

    /// `reason` says what is missing.
    record Unknown(String reason) implements StepDemand {}
}
