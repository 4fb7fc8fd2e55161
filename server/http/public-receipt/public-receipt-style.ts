import { createHash } from 'node:crypto'

/** Looks of the public page: a slip of paper on a quiet ground; printed, nothing but the paper. */
export const PUBLIC_RECEIPT_STYLE = `
:root{color-scheme:light dark;--bg:#f7f5ef;--text:#1b2420;--dim:#57605b;--brand:#0e6a59;--soft:#fdeed3;--warm:#8f4700}
@media (prefers-color-scheme:dark){:root{--bg:#111614;--text:#edf2ef;--dim:#a6b3ad;--brand:#52c6a9;--soft:#3a2a10;--warm:#f6ba62}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--bg);color:var(--text);font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.top,.foot,.state{max-width:24rem;margin:0 auto}
.top{display:flex;justify-content:space-between;align-items:center}
.top a,.foot a{display:inline-flex;align-items:center;min-height:3rem;color:var(--brand);font-weight:650}
h1{margin:0;font-size:1.25rem}
.state{padding:1rem;border-radius:.75rem;background:var(--soft);color:var(--warm)}
.state+article{margin-top:1rem}
.state h1+p{margin-bottom:0}
.state>p:only-child{margin:0}
.foot{color:var(--dim);font-size:.9375rem}
article{max-width:24rem;margin:0 auto;padding:1.25rem 1rem;background:#fff;color:#111;font-size:.875rem;line-height:1.4;overflow-wrap:anywhere;box-shadow:0 1px 4px rgb(0 0 0/.25)}
article p,dl,ul{margin:0;padding:0;list-style:none}
hr{margin:.5rem 0;border:0;border-top:1px dashed #555}
.frame,.mark,.notice,.seller,.centred,.code{text-align:center}
.frame,.seller,.sold,.code strong{font-weight:700}
.mark{font-size:1.5em;font-weight:800;letter-spacing:.15em}
.notice{margin-top:.5rem;border:2px solid #111;font-size:1.2em;font-weight:800}
.seller{margin-top:.5rem;font-size:1.2em}
.pair{display:flex;justify-content:space-between;gap:1em;break-inside:avoid}
.pair dt{overflow-wrap:break-word}
dd{margin:0;text-align:end}
.sums dd,.pair>span:last-child{flex:none;white-space:nowrap}
li+li{margin-top:.4em}
.sold{display:block}
.grand{margin:.4em 0;padding:.4em 0;border-block:1px solid #111;font-size:1.12em;font-weight:800}
.code strong{display:block;font-size:1.2em;letter-spacing:.04em}
.logo{margin-top:.5rem;text-align:center}
.logo svg{max-width:60%}
.qr{width:9.5rem;margin:.4em auto 0;break-inside:avoid}
.qr svg{display:block}
@media print{@page{margin:8mm}body{padding:0;background:#fff}.top,.foot,.state{display:none}article{padding:0;box-shadow:none}}
`

/**
 * The policy of the page: no script at all, no picture, no frame, and no style but this one. Nothing a seller typed can
 * run or load anything.
 */
export const PUBLIC_RECEIPT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PUBLIC_RECEIPT_STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
