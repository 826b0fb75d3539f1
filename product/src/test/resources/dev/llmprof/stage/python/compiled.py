"""A compiled model, whole in one graph: the hook must neither break the graph nor be traced into it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import torch
import tiny_model

graphs = []


def backend(graph, inputs):
    graphs.append(graph)
    return graph.forward


class Nested(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = tiny_model.TinyModel()

    def forward(self, input_ids):
        return self.inner(input_ids=input_ids)


model = torch.compile(Nested(), backend=backend, fullgraph=True, dynamic=False)
with torch.inference_mode():
    for _ in range(3):
        model(torch.arange(6).view(1, 6))
    model(torch.arange(1).view(1, 1))
print("graphs", len(graphs))
