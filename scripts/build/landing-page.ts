import { readFileSync } from 'node:fs'
import { replaceIn } from './first-paint.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** What `src/app/prerender-landing.tsx` renders. */
export type RenderedLanding = { readonly html: string; readonly title: string; readonly description: string }

/** The page of the build with the landing page inside, and what search engines and previews read of it. */
export function landingPage(
  page: string,
  language: 'sw' | 'en',
  { html, title, description }: RenderedLanding,
): string {
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
  let filled = replaceIn(page, /<html lang="sw">/, `<html lang="${language}">`)
  filled = replaceIn(filled, /<title>[^<]*<\/title>/, `<title>Risiti · ${title}</title>`)
  filled = replaceIn(
    filled,
    /<meta name="description" content="[^"]*"/,
    `<meta name="description" content="${description}"`,
  )
  filled = replaceIn(filled, /<\/head>/, `  ${head}\n  </head>`)
  return replaceIn(
    filled,
    /<div id="first-paint">[\s\S]*?<\/p>\s*<\/div>/,
    `<div id="first-paint">${html}${contact}</div>`,
  )
}
