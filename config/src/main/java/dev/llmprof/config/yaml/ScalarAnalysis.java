package dev.llmprof.config.yaml;

/// In which styles PyYAML would write a text.
record ScalarAnalysis(boolean empty, boolean multiline, boolean plain, boolean singleQuoted) {

    static ScalarAnalysis of(int[] text) {
        return text.length == 0
                ? new ScalarAnalysis(true, false, true, true)
                : new Walk(text).result();
    }

    static boolean isBreak(int c) {
        return c == '\n' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }

    private static boolean isBlank(int c) {
        return c == 0 || c == ' ' || c == '\t' || c == '\r' || isBreak(c);
    }

    /// One pass over the characters, noting what stands in the way of each style.
    private static final class Walk {
        private final int[] text;
        private boolean indicators;
        private boolean lineBreaks;
        private boolean special;
        private boolean blankAtEdge;
        private boolean breakThenSpace;
        private boolean spaceThenBreak;
        private boolean afterSpace;
        private boolean afterBreak;

        Walk(int[] text) {
            this.text = text;
        }

        ScalarAnalysis result() {
            indicators = startsWith('-') || startsWith('.');
            for (int i = 0; i < text.length; i++) {
                indicator(i);
                character(text[i]);
                spacing(i);
            }
            boolean plain =
                    !(blankAtEdge
                            || breakThenSpace
                            || spaceThenBreak
                            || special
                            || lineBreaks
                            || indicators);
            boolean single = !(breakThenSpace || spaceThenBreak || special);
            return new ScalarAnalysis(false, lineBreaks, plain, single);
        }

        private boolean startsWith(char mark) {
            return text.length >= 3 && text[0] == mark && text[1] == mark && text[2] == mark;
        }

        private void indicator(int i) {
            int c = text[i];
            boolean blankAfter = i + 1 >= text.length || isBlank(text[i + 1]);
            if (i == 0) {
                indicators |= "#,[]{}&*!|>'\"%@`".indexOf(c) >= 0;
                indicators |= blankAfter && (c == '?' || c == ':' || c == '-');
            } else {
                indicators |= c == ':' && blankAfter;
                indicators |= c == '#' && isBlank(text[i - 1]);
            }
        }

        private void character(int c) {
            lineBreaks |= isBreak(c);
            boolean ascii = c == '\n' || (c >= 0x20 && c <= 0x7e);
            boolean unicode =
                    c == 0x85
                            || (c >= 0xa0 && c <= 0xd7ff)
                            || (c >= 0xe000 && c <= 0xfffd && c != 0xfeff)
                            || (c >= 0x10000 && c < 0x10ffff);
            special |= !ascii && !unicode;
        }

        private void spacing(int i) {
            int c = text[i];
            boolean edge = i == 0 || i == text.length - 1;
            if (c == ' ') {
                blankAtEdge |= edge;
                breakThenSpace |= afterBreak;
            } else if (isBreak(c)) {
                blankAtEdge |= edge;
                spaceThenBreak |= afterSpace;
            }
            afterSpace = c == ' ';
            afterBreak = isBreak(c);
        }
    }
}
