package dev.llmprof.safetensors;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The JSON of a safetensors header, key by key: nothing but what the format allows.
final class SafetensorsJson {
    private static final int MOST_TENSORS = 2_000_000;
    private static final int MOST_RANK = 32;
    private static final int LONGEST_NAME = 4096;
    private static final int MOST_NESTING = 8;
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(MOST_NESTING)
                                    .maxNameLength(LONGEST_NAME)
                                    .maxNumberLength(20)
                                    .build())
                    .build();

    /// What was found.
    record Parsed(List<Tensor> tensors, Map<String, String> metadata) {}

    private final JsonParser parser;
    private final String at;

    private SafetensorsJson(JsonParser parser, String at) {
        this.parser = parser;
        this.at = at;
    }

    static Parsed parse(byte[] json, String at) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return new SafetensorsJson(parser, at).all();
        } catch (JsonProcessingException e) {
            throw Safetensors.broken("its header is not JSON: " + e.getOriginalMessage(), at);
        } catch (IOException e) {
            throw Safetensors.broken("its header is not UTF-8: " + e.getMessage(), at);
        }
    }

    private Parsed all() throws IOException {
        List<Tensor> tensors = new ArrayList<>();
        Map<String, String> metadata = new LinkedHashMap<>();
        expect(parser.nextToken(), JsonToken.START_OBJECT, "the header");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            expect(parser.nextToken(), JsonToken.START_OBJECT, "'" + name + "'");
            if (name.equals("__metadata__")) {
                readMetadata(metadata);
            } else {
                tensors.add(tensor(name));
            }
            if (tensors.size() > MOST_TENSORS) {
                throw Safetensors.broken("it names more than " + MOST_TENSORS + " tensors", at);
            }
        }
        if (parser.nextToken() != null) {
            throw Safetensors.broken("something follows its header's closing brace", at);
        }
        return new Parsed(tensors, metadata);
    }

    private void readMetadata(Map<String, String> metadata) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            expect(parser.nextToken(), JsonToken.VALUE_STRING, "metadata '" + name + "'");
            metadata.put(name, parser.getText());
        }
    }

    private Tensor tensor(String name) throws IOException {
        String dtype = "";
        List<Long> shape = List.of();
        List<Long> offsets = List.of();
        boolean shaped = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (key) {
                case "dtype" -> {
                    expect(value, JsonToken.VALUE_STRING, "the dtype of '" + name + "'");
                    dtype = parser.getText();
                }
                case "shape" -> {
                    shape = wholes(value, name);
                    shaped = true;
                }
                case "data_offsets" -> offsets = wholes(value, name);
                default ->
                        throw Safetensors.broken(
                                "tensor '" + name + "' has a key '" + key + "'", at);
            }
        }
        if (dtype.isEmpty() || !shaped || offsets.size() != 2) {
            throw Safetensors.broken(
                    "tensor '" + name + "' lacks a dtype, a shape or two offsets", at);
        }
        return new Tensor(name, dtype, shape, offsets.get(0), offsets.get(1));
    }

    private List<Long> wholes(JsonToken first, String name) throws IOException {
        expect(first, JsonToken.START_ARRAY, "a list of '" + name + "'");
        List<Long> numbers = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            expect(parser.currentToken(), JsonToken.VALUE_NUMBER_INT, "a number of '" + name + "'");
            long number = parser.getLongValue();
            if (number < 0 || numbers.size() == MOST_RANK) {
                throw Safetensors.broken("tensor '" + name + "' has an impossible shape", at);
            }
            numbers.add(number);
        }
        return numbers;
    }

    private void expect(JsonToken found, JsonToken wanted, String what) {
        if (found != wanted) {
            throw Safetensors.broken(what + " is not what the format has there", at);
        }
    }
}
