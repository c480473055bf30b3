import torch
from attention_case import record, show

torch.manual_seed(0)
layer = torch.nn.MultiheadAttention(embed_dim=8, num_heads=2, batch_first=True).eval()  # or a model that has such layers
x = torch.randn(1, 5, 8)
later = torch.ones(5, 5).triu(1).bool()

with torch.no_grad(), record(layer, "layer.json", weights=True):
    layer(x, x, x, attn_mask=later)

show("layer.json", stage="weights")
