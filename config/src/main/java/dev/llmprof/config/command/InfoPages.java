package dev.llmprof.config.command;

import dev.llmprof.config.Composition;
import dev.llmprof.config.defaults.DefaultsRow;
import dev.llmprof.config.node.ListNode;
import dev.llmprof.config.node.MapNode;
import dev.llmprof.config.node.Node;
import dev.llmprof.config.node.Origin;
import dev.llmprof.config.source.ConfigRoot;
import dev.llmprof.config.yaml.YamlWriter;
import java.util.ArrayList;
import java.util.List;

/// What `--info` prints: how a configuration came about.
public final class InfoPages {

    private InfoPages() {}

    public static String of(Composition composed, String topic) {
        return switch (topic) {
            case "defaults" -> defaults(composed);
            case "defaults-tree" -> tree(composed);
            case "config" -> config(composed);
            case "searchpath" -> searchPath(composed);
            case "plugins" -> plugins(composed);
            default -> plugins(composed) + config(composed);
        };
    }

    /// With all that led to it, as Hydra's page has it.
    private static String config(Composition composed) {
        return searchPath(composed)
                + tree(composed)
                + defaults(composed)
                + titled("Config", YamlWriter.write(composed.job()));
    }

    /// The same as data, for `--json`.
    public static Node json(Composition composed, String topic) {
        return switch (topic) {
            case "defaults" -> rows(composed);
            case "defaults-tree" -> texts(composed.defaults().tree());
            case "config" -> composed.job();
            case "searchpath" -> roots(composed);
            case "plugins" -> pluginNames(composed);
            default -> {
                MapNode all = new MapNode(Origin.ENGINE);
                for (String each :
                        List.of("plugins", "searchpath", "defaults-tree", "defaults", "config")) {
                    all.put(each, json(composed, each));
                }
                yield all;
            }
        };
    }

    private static String titled(String title, String text) {
        return "\n" + title + "\n" + "*".repeat(title.length()) + "\n" + text;
    }

    private static String defaults(Composition composed) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Config path", "Package", "_self_", "Parent"));
        for (DefaultsRow row : composed.defaults().rows()) {
            rows.add(
                    List.of(
                            row.configPath(),
                            row.pack(),
                            row.isSelf() ? "True" : "False",
                            row.parent()));
        }
        return titled("Defaults List", Table.of(rows, " "));
    }

    private static String tree(Composition composed) {
        return titled("Defaults Tree", String.join("\n", composed.defaults().tree()) + "\n");
    }

    private static String searchPath(Composition composed) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("Provider", "Search path"));
        composed.repository()
                .roots()
                .forEach(root -> rows.add(List.of(root.provider(), root.path())));
        return titled("Config search path", Table.of(rows, ""));
    }

    private static String plugins(Composition composed) {
        return titled(
                "Plugins",
                "launchers: "
                        + String.join(", ", composed.repository().options("hydra/launcher"))
                        + "\nsweepers: "
                        + String.join(", ", composed.repository().options("hydra/sweeper"))
                        + "\n");
    }

    private static Node rows(Composition composed) {
        ListNode rows = new ListNode(Origin.ENGINE);
        for (DefaultsRow row : composed.defaults().rows()) {
            MapNode map = new MapNode(Origin.ENGINE);
            map.put("config_path", Node.text(row.configPath()));
            map.put("package", Node.text(row.pack()));
            map.put("is_self", new Node.Truth(row.isSelf(), Origin.ENGINE));
            map.put("parent", Node.text(row.parent()));
            rows.add(map);
        }
        return rows;
    }

    private static Node roots(Composition composed) {
        ListNode roots = new ListNode(Origin.ENGINE);
        for (ConfigRoot root : composed.repository().roots()) {
            MapNode map = new MapNode(Origin.ENGINE);
            map.put("provider", Node.text(root.provider()));
            map.put("path", Node.text(root.path()));
            roots.add(map);
        }
        return roots;
    }

    private static Node pluginNames(Composition composed) {
        MapNode map = new MapNode(Origin.ENGINE);
        map.put("launchers", texts(composed.repository().options("hydra/launcher")));
        map.put("sweepers", texts(composed.repository().options("hydra/sweeper")));
        return map;
    }

    private static ListNode texts(List<String> lines) {
        ListNode list = new ListNode(Origin.ENGINE);
        lines.forEach(line -> list.add(Node.text(line)));
        return list;
    }
}
