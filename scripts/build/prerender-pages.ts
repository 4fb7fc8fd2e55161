import { writeFileSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import { preloadLinks } from './first-paint.ts'
import { landingPage, type RenderedLanding } from './landing-page.ts'
import { loginPage, type RenderedLogin } from './login-page.ts'
import { importMarkdown } from './markdown-sections.ts'

const root = new URL('../../', import.meta.url)

/** What the app's own components render without a browser. */
function startRenderer() {
  return createServer({
    root: root.pathname,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    define: { RISITI_VERSION: JSON.stringify('') },
    plugins: [
      importMarkdown(),
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react(),
      lingui({ failOnCompileError: true }),
    ],
  })
}

/**
 * Writes the pages that are read before any script arrives, as their own components render them: `landing.sw.html` and
 * `landing.en.html`, whose prices the server fills in (`server/http/app-files/fill-landing.ts`), and `login.html`, the
 * page of `/login` for the server and the worker, whose form also works by then.
 */
export function prerenderPages(): Plugin {
  return {
    name: 'prerender-pages',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      const page = bundle['index.html']
      if (dir === undefined || page?.type !== 'asset') return
      const html = String(page.source)
      const renderer = await startRenderer()
      try {
        const { renderLanding } = (await renderer.ssrLoadModule('/src/app/prerender-landing.tsx')) as {
          renderLanding: (language: 'sw' | 'en') => Promise<RenderedLanding>
        }
        for (const language of ['sw', 'en'] as const) {
          const landing = landingPage(html, language, await renderLanding(language))
          writeFileSync(`${dir}/landing.${language}.html`, landing)
        }
        const { renderLogin } = (await renderer.ssrLoadModule('/src/app/prerender-login.tsx')) as {
          renderLogin: () => Promise<RenderedLogin>
        }
        const links = preloadLinks(bundle, 'src/features/login/login-screen.tsx', html)
        writeFileSync(`${dir}/login.html`, await loginPage(html, await renderLogin(), links))
      } finally {
        await renderer.close()
      }
    },
  }
}
