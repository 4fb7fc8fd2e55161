import { build } from 'vite'
import { replaceIn } from './first-paint.ts'

/** What `src/app/prerender-login.tsx` renders: the form, and the words of its script by code. */
export type RenderedLogin = { readonly html: string; readonly texts: Readonly<Record<string, string>> }

/** `src/app/early-login.ts` with all that it imports, as one script that knows the words. */
async function packScript(texts: RenderedLogin['texts']): Promise<string> {
  const root = new URL('../../', import.meta.url).pathname
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { EARLY_TEXTS: JSON.stringify(texts) },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      lib: { entry: `${root}src/app/early-login.ts`, formats: ['iife'], name: 'earlyLogin' },
    },
  })
  const [result] = Array.isArray(output) ? output : [output]
  const [script] = result && 'output' in result ? result.output : []
  if (script?.type !== 'chunk') throw new Error('the script of the login was not built')
  return script.code.trim()
}

/** The page of the build with the login form, which can be used before any other script has arrived. */
export async function loginPage(
  page: string,
  { html, texts }: RenderedLogin,
  links: string,
): Promise<string> {
  const script = await packScript(texts)
  // Nothing may be between the place and its content: React takes over exactly what it has rendered.
  const form = `<div id="early-login">${html}</div>\n      <script>${script}</script>`
  const filled = replaceIn(page, /<!-- first-paint -->[\s\S]*<!-- \/first-paint -->/, form)
  return replaceIn(filled, '</head>', `${links}\n  </head>`)
}
