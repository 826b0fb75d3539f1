package dev.llmprof.config.interpolation;

import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Place;
import dev.llmprof.config.python.PythonText;
import java.util.List;

/// One use of a resolver: where it stands, its arguments, and the way to look up more.
public record ResolverCall(Place place, List<Place> arguments, Interpolator interpolator) {

    public int count() {
        return arguments.size();
    }

    public Node argument(int index) {
        return arguments.get(index).node();
    }

    public String text(int index) {
        return PythonText.str(argument(index));
    }

    /// A value standing where the interpolation stands.
    public Place value(Node node) {
        return place.with(node);
    }

    public void expect(int least, int most, String name) {
        if (count() < least || count() > most) {
            String range = least == most ? "" + least : least + " to " + most;
            throw new ResolverMistake(
                    name + " takes " + range + " arguments but " + count() + " were given");
        }
    }
}
