package dev.llmprof.config.interpolation;

import dev.llmprof.config.node.Place;

/// What `${name:…}` gives. Mistakes of the user are thrown as [ResolverMistake].
@FunctionalInterface
public interface Resolver {

    Place resolve(ResolverCall call);
}
