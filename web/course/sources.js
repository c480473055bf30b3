/** The papers that lessons refer to. Titles and names are the same in every language. */
export const sources = Object.freeze({
  vaswani2017: {
    title: "Attention Is All You Need",
    authors: "Vaswani et al., 2017",
    url: "https://arxiv.org/abs/1706.03762",
  },
  bahdanau2014: {
    title: "Neural Machine Translation by Jointly Learning to Align and Translate",
    authors: "Bahdanau, Cho and Bengio, 2014",
    url: "https://arxiv.org/abs/1409.0473",
  },
  shaw2018: {
    title: "Self-Attention with Relative Position Representations",
    authors: "Shaw, Uszkoreit and Vaswani, 2018",
    url: "https://arxiv.org/abs/1803.02155",
  },
  su2021: {
    title: "RoFormer: Enhanced Transformer with Rotary Position Embedding",
    authors: "Su et al., 2021",
    url: "https://arxiv.org/abs/2104.09864",
  },
  press2021: {
    title: "Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation",
    authors: "Press, Smith and Lewis, 2021",
    url: "https://arxiv.org/abs/2108.12409",
  },
  yang2018: {
    title: "Modeling Localness for Self-Attention Networks",
    authors: "Yang et al., 2018",
    url: "https://arxiv.org/abs/1810.10182",
  },
  srivastava2014: {
    title: "Dropout: A Simple Way to Prevent Neural Networks from Overfitting",
    authors: "Srivastava et al., 2014",
    url: "https://jmlr.org/papers/v15/srivastava14a.html",
  },
  raffel2019: {
    title: "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
    authors: "Raffel et al., 2019",
    url: "https://arxiv.org/abs/1910.10683",
  },
  shazeer2019: {
    title: "Fast Transformer Decoding: One Write-Head is All You Need",
    authors: "Shazeer, 2019",
    url: "https://arxiv.org/abs/1911.02150",
  },
  ainslie2023: {
    title: "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints",
    authors: "Ainslie et al., 2023",
    url: "https://arxiv.org/abs/2305.13245",
  },
  dao2022: {
    title: "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
    authors: "Dao et al., 2022",
    url: "https://arxiv.org/abs/2205.14135",
  },
  milakov2018: {
    title: "Online Normalizer Calculation for Softmax",
    authors: "Milakov and Gimelshein, 2018",
    url: "https://arxiv.org/abs/1805.02867",
  },
  miller2023: {
    title: "Attention Is Off By One",
    authors: "Miller, 2023",
    url: "https://www.evanmiller.org/attention-is-off-by-one.html",
  },
  xiao2023: {
    title: "Efficient Streaming Language Models with Attention Sinks",
    authors: "Xiao et al., 2023",
    url: "https://arxiv.org/abs/2309.17453",
  },
  beltagy2020: {
    title: "Longformer: The Long-Document Transformer",
    authors: "Beltagy, Peters and Cohan, 2020",
    url: "https://arxiv.org/abs/2004.05150",
  },
  gemma2024: {
    title: "Gemma 2: Improving Open Language Models at a Practical Size",
    authors: "Gemma Team, 2024",
    url: "https://arxiv.org/abs/2408.00118",
  },
  jain2019: {
    title: "Attention is not Explanation",
    authors: "Jain and Wallace, 2019",
    url: "https://arxiv.org/abs/1902.10186",
  },
  radford2019: {
    title: "Language Models are Unsupervised Multitask Learners",
    authors: "Radford et al., 2019",
    url: "https://openai.com/index/better-language-models/",
  },
  touvron2023: {
    title: "Llama 2: Open Foundation and Fine-Tuned Chat Models",
    authors: "Touvron et al., 2023",
    url: "https://arxiv.org/abs/2307.09288",
  },
  holtzman2019: {
    title: "The Curious Case of Neural Text Degeneration",
    authors: "Holtzman et al., 2019",
    url: "https://arxiv.org/abs/1904.09751",
  },
  fan2018: {
    title: "Hierarchical Neural Story Generation",
    authors: "Fan, Lewis and Dauphin, 2018",
    url: "https://arxiv.org/abs/1805.04833",
  },
  nostalgebraist2020: {
    title: "interpreting GPT: the logit lens",
    authors: "nostalgebraist, 2020",
    url: "https://www.lesswrong.com/posts/AcKRB8wDpdaN6v6ru/interpreting-gpt-the-logit-lens",
  },
  olsson2022: {
    title: "In-context Learning and Induction Heads",
    authors: "Olsson et al., 2022",
    url: "https://transformer-circuits.pub/2022/in-context-learning-and-induction-heads/index.html",
  },
  elhage2021: {
    title: "A Mathematical Framework for Transformer Circuits",
    authors: "Elhage et al., 2021",
    url: "https://transformer-circuits.pub/2021/framework/index.html",
  },
  he2015: {
    title: "Deep Residual Learning for Image Recognition",
    authors: "He et al., 2015",
    url: "https://arxiv.org/abs/1512.03385",
  },
  dong2021: {
    title: "Attention is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth",
    authors: "Dong, Cordonnier and Loukas, 2021",
    url: "https://arxiv.org/abs/2103.03404",
  },
  ba2016: {
    title: "Layer Normalization",
    authors: "Ba, Kiros and Hinton, 2016",
    url: "https://arxiv.org/abs/1607.06450",
  },
  zhang2019: {
    title: "Root Mean Square Layer Normalization",
    authors: "Zhang and Sennrich, 2019",
    url: "https://arxiv.org/abs/1910.07467",
  },
  xiong2020: {
    title: "On Layer Normalization in the Transformer Architecture",
    authors: "Xiong et al., 2020",
    url: "https://arxiv.org/abs/2002.04745",
  },
  geva2021: {
    title: "Transformer Feed-Forward Layers Are Key-Value Memories",
    authors: "Geva et al., 2021",
    url: "https://arxiv.org/abs/2012.14913",
  },
});
