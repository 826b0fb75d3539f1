package dev.llmprof.compare.fact;

/// A fact about both sides: `gpu`, `driver`. A side that does not say has an empty text.
///
/// @param favours what the difference alone would make of B
public record ComparedFact(
        String name, FactClass factClass, FactState state, String a, String b, Favours favours) {

    /// What a difference does by itself: less power makes B slower whatever its program does.
    public enum Favours {
        NOTHING,
        SLOWER,
        FASTER
    }

    /// One of which nobody knows what it does.
    public ComparedFact(String name, FactClass factClass, FactState state, String a, String b) {
        this(name, factClass, state, a, b, Favours.NOTHING);
    }

    /// A difference that forbids the comparison unless it is allowed.
    public boolean forbids() {
        return factClass == FactClass.MUST && state == FactState.DIFFERENT;
    }

    /// Whether this is about captures, and one on side `A` or `B` ends too early.
    public boolean breaksOff(String side) {
        String said = side.equals("A") ? a : b;
        return name.equals(FactKind.CAPTURE.word()) && said.contains(CaptureFacts.BREAKS_OFF);
    }

    /// A difference that would explain a finding of this kind.
    public boolean explains(Favours finding) {
        return factClass == FactClass.SHOULD
                && state == FactState.DIFFERENT
                && favours != Favours.NOTHING
                && favours == finding;
    }
}
