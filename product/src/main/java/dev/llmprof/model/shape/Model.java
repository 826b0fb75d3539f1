package dev.llmprof.model.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A model as its description has it: a decoder, perhaps eyes, and what is stored beside them.
///
/// `stored` are modules that a checkpoint carries and plain inference never runs, such as
/// multi-token prediction; they are told apart and not counted into the model. `assumed` says that
/// the family is not known by name; `unknownKeys` were in the file and understood by nobody;
/// `checkpoint` is there where weights lie beside the description.
public record Model(
        String name,
        String family,
        boolean assumed,
        Decoder decoder,
        Optional<Vision> vision,
        List<Operator> stored,
        Precision precision,
        long longestContext,
        List<String> unknownKeys,
        List<String> notes,
        Optional<StoredDifference> checkpoint) {

    public static final String ONLY_TEXT =
            "only the text model of this config is counted; what it sees or hears with is not";

    public Model {
        stored = List.copyOf(stored);
        unknownKeys = List.copyOf(unknownKeys);
        notes = List.copyOf(notes);
    }

    public Model named(String other) {
        return with(other, notes, checkpoint);
    }

    public Model noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return with(name, more, checkpoint);
    }

    /// With eyes, under the name of the whole.
    public Model seeing(String whole, Vision eyes) {
        return new Model(
                name,
                whole,
                assumed,
                decoder,
                Optional.of(eyes),
                stored,
                precision,
                longestContext,
                unknownKeys.stream().filter(key -> !key.equals("vision_config")).toList(),
                notes.stream().filter(note -> !note.equals(ONLY_TEXT)).toList(),
                checkpoint);
    }

    /// With what its weights' headers said.
    public Model with(StoredDifference difference) {
        return with(name, notes, Optional.of(difference));
    }

    private Model with(String other, List<String> said, Optional<StoredDifference> difference) {
        return new Model(
                other,
                family,
                assumed,
                decoder,
                vision,
                stored,
                precision,
                longestContext,
                unknownKeys,
                said,
                difference);
    }
}
