package dev.llmprof.model.checkpoint;

import java.util.Set;
import java.util.regex.Pattern;

/// Keys of `config.json` that change no size and no count.
final class IgnoredKeys {
    private static final Pattern KINDS =
            Pattern.compile(
                    "_.*|mtp_.*|use_mtp|.*dropout.*|.*_pdrop|.*token_id|.*token_ids?|.*_token_index|.*_eps|.*epsilon"
                            + "|rope_.*|rotary_.*|.*_coef|.*_factor|.*std|.*_multiplier|.*softcapping"
                            + "|task_.*|summary_.*|output_.*|use_flash.*|.*_scaling|.*_theta"
                            + "|time_step_.*|.*_multipliers|linear_(a|dt)_.*|.*jitter_noise|.*variance_scale|.*_cache_dtype"
                            + "|layernorm_.*_(alpha|beta)|problem_type|.*label.*|.*_scalar|.*initializer.*|.*_in_fp32");
    private static final Set<String> WORDS =
            Set.of(
                    "preprocessor_config architectures auto_map transformers_version torch_dtype dtype use_cache"
                            .split(" "));
    private static final Set<String> MORE =
            Set.of(
                    ("model_type hidden_act activation_function hidden_activation pretraining_tp"
                                    + " attn_implementation cache_implementation bf16 fp16 fp32"
                                    + " logit_scale norm_topk_prob scoring_func topk_group n_group"
                                    + " topk_method seq_aux aux_loss_alpha tokenizer_class"
                                    + " tokenizer_type original_max_position_embeddings seq_length"
                                    + " max_position_embeddings n_positions n_ctx max_seq_len"
                                    + " context_window_size prefill_chunk_size attention_sink_size"
                                    + " alibi original_rope use_dynamic_ntk use_logn_attn"
                                    + " softmax_in_fp32 onnx_safe apply_query_key_layer_scaling"
                                    + " bias_dropout_fusion fp32_residual_connection use_qk_norm"
                                    + " apply_residual_connection_post_layernorm scale_attn_weights"
                                    + " initial_context_length swiglu_limit rope_local_base_freq"
                                    + " is_decoder is_encoder_decoder return_dict gradient_checkpointing"
                                    + " use_parallel_residual parallel_attn fused_dense flash_attn"
                                    + " flash_rotary partial_rotary_factor use_cache_kernel"
                                    + " use_cache_quantization lm_head rm_head ep_size quantization_config"
                                    + " chunk_size_feed_forward layerdrop scale_embedding init_device embedding_fraction learned_pos_emb norm_type interpolate_factor full_attn_mod max_window_layers name_or_path"
                                    + " activation activation_sparsity_pattern add_cross_attention"
                                    + " altup_active_idx altup_coef_clip altup_correct_scale"
                                    + " attention_value_scale attn_scale attn_temperature_tuning"
                                    + " block_size chunk_size mamba_chunk_size clip_qkv dim_model_base"
                                    + " enable_moe_fp32_combine expert_selection_fn floor_scale"
                                    + " layer_norm_elementwise_affine logits_soft_cap mamba_hidden_act"
                                    + " mlp_hidden_act model_max_length moe_norm_min moe_renormalize"
                                    + " moe_apply_router_weight_on_input moe_shared_expert_overlap"
                                    + " mtp_layers_block_type mup_enabled num_expert_group"
                                    + " num_image_tokens num_logits_to_keep reorder_and_upcast_attn"
                                    + " rescale_prenorm_residual route_scale scale_depth scale_emb"
                                    + " scale_attn_by_inverse_layer_idx slow_but_exact swiglu_alpha"
                                    + " use_bidirectional_attention z_loss_coefficient no_bias"
                                    + " attention_layers attention_types position_embedding_type"
                                    + " shared_expert_combination_strategy block_multiple_of"
                                    + " mamba_use_mlp mla_use_nope moe_router_activation_func"
                                    + " use_grouped_topk block_dim block_mlp_init_scale"
                                    + " block_out_init_scale block_use_swiglu block_use_xavier_init"
                                    + " conv_dim conv_dim_out conv_use_xavier_init use_pos_enc"
                                    + " postnorm init_method normalization_function d_inner rms_norm"
                                    + " ssm_cfg is_composition mlp_expansion_factor")
                            .split(" "));

    private IgnoredKeys() {}

    static boolean contains(String key) {
        return WORDS.contains(key) || MORE.contains(key) || KINDS.matcher(key).matches();
    }
}
