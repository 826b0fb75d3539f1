package dev.llmprof.config.bind;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// On a record: keys that no component takes are left alone.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Open {}
