package dev.llmprof.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ProblemTest {

    @Test
    void saysWhatWhereAndHowToFix() {
        var problem =
                new Problem("unknown option 'x'", "conf/config.yaml:14", "choose one of: a, b");

        assertEquals(
                """
                unknown option 'x'
                  at   conf/config.yaml:14
                  fix  choose one of: a, b\
                """,
                problem.toString());
    }

    @Test
    void leavesOutWhatItDoesNotKnowAndAlignsLongText() {
        assertEquals(
                "gone\n  fix  one\n       two", new Problem("gone", "", "one\ntwo").toString());
    }
}
