/// What the machine was doing while the other stages ran: clocks, power, load and other processes,
/// ten times a second. Read [dev.llmprof.stage.conditions.ConditionsStage] first.
package dev.llmprof.stage.conditions;
