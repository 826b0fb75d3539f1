package dev.llmprof.config.defaults;

import java.util.List;
import java.util.Optional;

/// One config of the defaults tree and, where it has a defaults list, what is below it.
record TreeNode(Entry entry, Optional<List<TreeNode>> children) {

    static TreeNode leaf(Entry entry) {
        return new TreeNode(entry, Optional.empty());
    }
}
