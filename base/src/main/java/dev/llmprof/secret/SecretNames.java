package dev.llmprof.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Whether a variable, key or flag holds a secret, by the words of its name. The vocabulary of
/// language models is full of tokens and keys that are none.
public final class SecretNames {
    private static final Set<String> ALWAYS =
            Set.of(
                    ("secret secrets password passwords passwd passphrase creds cred credential"
                                    + " credentials jwt cookie cookies bearer apikey apikeys authorization"
                                    + " dsn connstr sshpass")
                            .split(" "));
    private static final List<String> FUSED =
            List.of("password", "passwd", "apikey", "secretkey", "accesskey", "authtoken");

    /// What is told of a secret without telling it: `token_id`, `secret_name`, `key_path`.
    private static final Set<String> ABOUT =
            Set.of(
                    ("path file dir directory folder home sock socket id ids type name names count index"
                                    + " size length len limit ttl timeout expiry expires enable enabled"
                                    + " version algorithm method mode scheme format required host port user"
                                    + " username region budget rate embedding weight spacing symbol pattern")
                            .split(" "));

    private static final Set<String> NO_TOKEN_AFTER =
            Set.of(
                    ("pad eos bos unk mask cls sep image video audio special per first next last output"
                                    + " input stop start end new prompt generated vision think ms us ns s each"
                                    + " one single draft extra additional prefix suffix middle eot eom fim"
                                    + " begin added kv max min every pool register class query text assistant"
                                    + " system tool role response decoder encoder point patch beginning a the"
                                    + " is has num word sub of previous current chosen sampled accepted boi"
                                    + " eoi")
                            .split(" "));
    private static final Set<String> NO_KEY_AFTER =
            Set.of(
                    ("sort primary foreign cache partition group state image text label input output"
                                    + " prompt query dict hot index data dataset column row field map hash"
                                    + " metric public attention weight param parameter tensor layer module"
                                    + " class join lookup search answer question target record config message"
                                    + " content chat response request num by of value past lora q k v o qkv"
                                    + " present cross self attn")
                            .split(" "));
    private static final Set<String> PASS_AFTER =
            Set.of(
                    "db user bind smtp mail admin root redis mysql postgres pg ldap ftp http proxy login ssh"
                            .split(" "));

    private static final Set<String> TAIL =
            Set.of(
                    "prod production dev staging test ci read write ro rw old backup b64 base64"
                            .split(" "));

    private SecretNames() {}

    /// `name` may be dotted (`workload.env.HF_TOKEN`): its last part decides.
    public static boolean isSecret(String name) {
        List<String> words = withoutTail(words(name.substring(name.lastIndexOf('.') + 1)));
        if (words.isEmpty()) {
            return false;
        }
        String last = words.getLast();
        String before = words.size() > 1 ? words.get(words.size() - 2) : "";
        if (pair(words, "access", "key") || (pair(words, "session", "id") && words.size() == 2)) {
            return true;
        }
        if (ABOUT.contains(last)) {
            return false;
        }
        return isCertain(words) || endsSecret(last, before);
    }

    /// Of a name that is secret: whether it can mean nothing else, as `password` and unlike `key`.
    static boolean isCertain(String name) {
        return isCertain(withoutTail(words(name.substring(name.lastIndexOf('.') + 1))));
    }

    private static boolean isCertain(List<String> words) {
        return words.stream().anyMatch(SecretNames::isAlways)
                || pair(words, "api", "key")
                || pair(words, "api", "keys")
                || pair(words, "access", "key")
                || pair(words, "private", "key")
                || pair(words, "connection", "string");
    }

    /// Which one of several it is: `HF_TOKEN_2`, `TOKEN11`, `API_TOKEN_PROD`.
    private static List<String> withoutTail(List<String> words) {
        List<String> kept = new ArrayList<>(words);
        while (kept.size() > 1 && (TAIL.contains(kept.getLast()) || isNumber(kept.getLast()))) {
            kept.removeLast();
        }
        kept.replaceAll(word -> isNumber(word) ? word : word.substring(0, beforeDigits(word)));
        return kept;
    }

    /// Also `v2`. Every start looks at every variable, and patterns would take most of its time.
    private static boolean isNumber(String word) {
        int letters = beforeDigits(word);
        boolean hasDigits = letters < word.length();
        return hasDigits && (letters == 0 || (letters == 1 && isSmallLetter(word.charAt(0))));
    }

    private static boolean isSmallLetter(char c) {
        return c >= 'a' && c <= 'z';
    }

    /// Where the digits begin that a word ends with.
    private static int beforeDigits(String word) {
        int at = word.length();
        while (at > 0 && word.charAt(at - 1) >= '0' && word.charAt(at - 1) <= '9') {
            at--;
        }
        return at;
    }

    private static boolean endsSecret(String last, String before) {
        return switch (last) {
            case "token" -> !NO_TOKEN_AFTER.contains(before);
            case "key" -> !NO_KEY_AFTER.contains(before);
            case "auth", "authentication", "signature", "sig", "webhook" -> true;
            case "pw" -> true;
            case "pwd" -> !before.isEmpty() && !before.equals("old");
            case "pat" -> !before.isEmpty();
            case "pass" -> PASS_AFTER.contains(before);
            case "header", "value", "data" -> before.equals("auth") || before.equals("token");
            default -> false;
        };
    }

    private static boolean isAlways(String word) {
        return ALWAYS.contains(word) || FUSED.stream().anyMatch(word::endsWith);
    }

    private static boolean pair(List<String> words, String first, String second) {
        int at = words.indexOf(first);
        return at >= 0 && at + 1 < words.size() && words.get(at + 1).equals(second);
    }

    /// Of snake, kebab and camel case, in small letters.
    static List<String> words(String name) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= name.length(); i++) {
            boolean end = i == name.length() || !Character.isLetterOrDigit(name.charAt(i));
            if (end || (i > start && isHump(name, i))) {
                if (i > start) {
                    words.add(name.substring(start, i).toLowerCase(Locale.ROOT));
                }
                start = end ? i + 1 : i;
            }
        }
        return words;
    }

    /// `hfToken` before its T, `HFToken` too, `HF` nowhere.
    private static boolean isHump(String name, int i) {
        if (!Character.isUpperCase(name.charAt(i))) {
            return false;
        }
        boolean lowerAfter = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        return Character.isLowerCase(name.charAt(i - 1)) || lowerAfter;
    }
}
