package dev.llmprof.model.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A model as its description has it: a decoder, perhaps eyes, and what is stored beside them.
///
/// `ears` are loaded with the rest; no request has sound, so nothing runs them. `stored` are
/// modules that a checkpoint carries and plain inference never runs, such as multi-token
/// prediction; they are told apart and not counted into the model. `caveats` say why its sizes are
/// not certain; `unknownKeys` were in the file and understood by nobody; `checkpoint` is there
/// where weights lie beside the description.
public record Model(
        String name,
        String family,
        List<Caveat> caveats,
        Decoder decoder,
        Optional<Vision> vision,
        List<Operator> ears,
        List<Operator> stored,
        Precision precision,
        long longestContext,
        List<String> unknownKeys,
        List<String> notes,
        Optional<StoredDifference> checkpoint) {

    public static final String ONLY_TEXT =
            "only the text model of this config is counted; its vision and audio encoders are not";

    private static final String DEAF = "this model's audio encoder is not counted";

    public Model {
        caveats = caveats.stream().distinct().sorted().toList();
        ears = List.copyOf(ears);
        stored = List.copyOf(stored);
        unknownKeys = List.copyOf(unknownKeys);
        notes = List.copyOf(notes);
    }

    public boolean assumed() {
        return caveats.contains(Caveat.ASSUMED);
    }

    /// Those that bear on its sizes in this precision: weights that lie beside it are counted as
    /// they are, and whoever says a precision assumes none.
    public List<Caveat> caveats(Precision other) {
        boolean asStored = other.equals(precision);
        return caveats.stream()
                .filter(caveat ->
                        switch (caveat) {
                            case ASSUMED -> true;
                            case UNSURE, TEXT_ONLY, WITHOUT_SOUND ->
                                    !asStored || checkpoint.isEmpty();
                            case WEIGHTS_ASSUMED -> asStored && checkpoint.isEmpty();
                        })
                .toList();
    }

    public Model named(String other) {
        return with(other, decoder, notes, checkpoint);
    }

    public Model noting(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return with(name, decoder, more, checkpoint);
    }

    /// With eyes, under the name of the whole.
    public Model seeing(String whole, Vision eyes) {
        boolean deaf = unknownKeys.stream().anyMatch(key -> key.matches("(audio|speech).*"));
        List<Caveat> left = new ArrayList<>(caveats);
        left.remove(Caveat.TEXT_ONLY);
        List<String> said = new ArrayList<>(notes);
        said.remove(ONLY_TEXT);
        if (deaf) {
            left.add(Caveat.WITHOUT_SOUND);
            said.add(DEAF);
        }
        return new Model(
                name,
                whole,
                left,
                decoder,
                Optional.of(eyes),
                ears,
                stored,
                precision,
                longestContext,
                unknownKeys.stream().filter(key -> !key.equals("vision_config")).toList(),
                said,
                checkpoint);
    }

    /// With ears beside its eyes.
    public Model hearing(List<Operator> parts) {
        return new Model(
                name,
                family,
                caveats.stream().filter(caveat -> caveat != Caveat.WITHOUT_SOUND).toList(),
                decoder,
                vision,
                parts,
                stored,
                precision,
                longestContext,
                unknownKeys.stream().filter(key -> !key.equals("audio_config")).toList(),
                notes.stream().filter(note -> !note.equals(DEAF)).toList(),
                checkpoint);
    }

    /// As it runs with these pictures before it.
    public Model lookingAt(Images images) {
        long asked = vision.map(eyes -> eyes.askedPositions(images)).orElse(0L);
        return asked == 0 ? this : with(name, decoder.seeing(asked), notes, checkpoint);
    }

    /// With what its weights' headers said.
    public Model with(StoredDifference difference) {
        return with(name, decoder, notes, Optional.of(difference));
    }

    private Model with(
            String other, Decoder text, List<String> said, Optional<StoredDifference> difference) {
        return new Model(
                other,
                family,
                caveats,
                text,
                vision,
                ears,
                stored,
                precision,
                longestContext,
                unknownKeys,
                said,
                difference);
    }
}
