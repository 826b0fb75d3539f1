package dev.llmprof.testing.nsight;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The tables of an export as versions of nsys lay them out. A column marked `!` may not be empty.
public enum NsysSchema {
    V3_0("3.0.0", "2022.4.2.1"),
    V3_16("3.16.1", "2024.6.2.225"),
    V3_25("3.25.0", "2026.2.1.210");

    private static final String PLACE = "start! end! deviceId! contextId!";
    private static final String ASKED = "streamId! correlationId globalPid";
    private static final String KERNEL =
            "demangledName! shortName! mangledName launchType cacheConfig registersPerThread! gridX! gridY! gridZ! blockX! blockY! blockZ! staticSharedMemory! dynamicSharedMemory! localMemoryPerThread! localMemoryTotal! gridId! sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig";
    private static final String KERNEL_LATER =
            "qmdBulkReleaseDone qmdPreexitDone qmdLastCtaDone graphId clusterX clusterY clusterZ clusterSchedulingPolicy maxPotentialClusterSize maxActiveClusters";
    private static final String COPY =
            "bytes! copyKind! deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId virtualAddress";
    private static final String NVTX =
            "start! end eventType! rangeId category color text:TEXT globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue:REAL uint32Value int32Value floatValue:REAL jsonTextId jsonText:TEXT";
    private static final String GPU =
            "vmId! id! name:TEXT busLocation:TEXT isDiscrete l2CacheSize totalMemory memoryBandwidth clockRate smCount pwGpuId uuid:TEXT chipName:TEXT cuDevice threadsPerWarp computeMajor computeMinor smMajor smMinor";

    private final String schema;
    private final String product;

    NsysSchema(String schema, String product) {
        this.schema = schema;
        this.product = product;
    }

    String schema() {
        return schema;
    }

    public String product() {
        return product;
    }

    /// Versions were kept in one table, then in one for the export and one for the capture.
    String metadata() {
        return this == V3_0 ? "EXPORT_META_DATA" : "META_DATA_EXPORT";
    }

    /// Columns by table.
    SequencedMap<String, List<String>> tables() {
        String green = this == V3_0 ? "" : "greenContextId ";
        String shared = PLACE + " " + green + ASKED + " ";
        SequencedMap<String, List<String>> tables = new TreeMap<>();
        put(tables, "StringIds", "id:KEY value!:TEXT");
        put(tables, "CUPTI_ACTIVITY_KIND_KERNEL", shared + KERNEL + kernelExtras());
        put(
                tables,
                "CUPTI_ACTIVITY_KIND_MEMCPY",
                shared + COPY + (this == V3_25 ? " copyCount" : ""));
        put(tables, "CUPTI_ACTIVITY_KIND_MEMSET", shared + "value! bytes! graphNodeId memKind");
        put(
                tables,
                "CUPTI_ACTIVITY_KIND_RUNTIME",
                "start! end! eventClass! globalTid correlationId nameId! returnValue! callchainId");
        put(tables, "NVTX_EVENTS", NVTX + (this == V3_0 ? "" : " binaryData:TEXT"));
        put(tables, "TARGET_INFO_GPU", GPU);
        put(
                tables,
                "TARGET_INFO_SESSION_START_TIME",
                "utcEpochNs utcTime:TEXT localTime:TEXT" + (this == V3_25 ? " systemClockNs" : ""));
        put(
                tables,
                "TARGET_INFO_SYSTEM_ENV",
                "globalVid devStateName!:TEXT name!:TEXT nameEnum! value!:TEXT");
        put(tables, "PROCESSES", "globalPid pid name:TEXT");
        put(tables, "ThreadNames", "nameId! priority globalTid");
        put(
                tables,
                "DIAGNOSTIC_EVENT",
                "timestamp! timestampType! source! severity! text!:TEXT globalPid");
        put(tables, "ENUM_CUDA_MEMCPY_OPER", "id:KEY name:TEXT label:TEXT");
        put(tables, "ENUM_CUDA_MEM_KIND", "id:KEY name:TEXT label:TEXT");
        put(tables, metadata(), "name!:TEXT value:TEXT");
        if (this != V3_0) {
            put(tables, "META_DATA_CAPTURE", "name!:TEXT value:TEXT");
        }
        return tables;
    }

    private String kernelExtras() {
        return switch (this) {
            case V3_0 -> "";
            case V3_16 -> " " + KERNEL_LATER;
            case V3_25 ->
                    " "
                            + KERNEL_LATER
                            + " sharedMemoryRequestedPercentage tensorSizeMinusOneElements!:TEXT";
        };
    }

    private static void put(
            SequencedMap<String, List<String>> tables, String name, String columns) {
        tables.put(name, new ArrayList<>(Stream.of(columns.split(" ")).toList()));
    }
}
