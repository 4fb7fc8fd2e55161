import { readFileSync, writeFileSync } from 'node:fs'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin } from 'vite'
import { importMarkdown } from './markdown-sections.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The first match replaced by a text; throws when there is none. */
function replaced(page: string, mark: RegExp, text: string): string {
  if (!mark.test(page)) throw new Error(`the page has no ${String(mark)}`)
  return page.replace(mark, () => text)
}

type Rendered = { readonly html: string; readonly title: string; readonly description: string }

/** The page of the build with the landing page inside, and what search engines and previews read of it. */
function pageOf(page: string, language: 'sw' | 'en', { html, title, description }: Rendered): string {
  const styles = ['landing.css', 'public-frame.css']
    .map((name) => read(`src/features/landing/${name}`))
    .join('\n')
  const head = [
    '<link rel="canonical" href="{{public-url}}/">',
    '<meta name="prices" content="{{prices}}">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Risiti">',
    `<meta property="og:locale" content="${language === 'sw' ? 'sw_TZ' : 'en_GB'}">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:url" content="{{public-url}}/">',
    '<meta property="og:image" content="{{public-url}}/icons/icon-512.png">',
    `<style>${styles}</style>`,
    '<script type="application/ld+json">{{structured-data}}</script>',
  ].join('\n    ')
  const contact = '<noscript><p class="public-content">{{contact}}</p></noscript>'
  let filled = replaced(page, /<html lang="sw">/, `<html lang="${language}">`)
  filled = replaced(filled, /<title>[^<]*<\/title>/, `<title>Risiti · ${title}</title>`)
  filled = replaced(
    filled,
    /<meta name="description" content="[^"]*"/,
    `<meta name="description" content="${description}"`,
  )
  filled = replaced(filled, /<\/head>/, `  ${head}\n  </head>`)
  return replaced(
    filled,
    /<div id="first-paint">[\s\S]*?<\/p>\s*<\/div>/,
    `<div id="first-paint">${html}${contact}</div>`,
  )
}

/**
 * Writes `landing.sw.html` and `landing.en.html`: the landing page as its own components render it, so that it is read
 * before any script arrives, and without one. The server fills in its prices (`server/http/app-files/fill-landing.ts`).
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    apply: 'build',
    writeBundle: async ({ dir }, bundle) => {
      const page = bundle['index.html']
      if (dir === undefined || page?.type !== 'asset') return
      const vite = await createServer({
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
      try {
        const { renderLanding } = (await vite.ssrLoadModule('/src/app/prerender-landing.tsx')) as {
          renderLanding: (language: 'sw' | 'en') => Promise<Rendered>
        }
        for (const language of ['sw', 'en'] as const) {
          const rendered = await renderLanding(language)
          writeFileSync(`${dir}/landing.${language}.html`, pageOf(String(page.source), language, rendered))
        }
      } finally {
        await vite.close()
      }
    },
  }
}
