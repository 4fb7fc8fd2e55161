/**
 * `npm run screens`: a picture of every screen and state, in both languages, light and dark, at three sizes, in
 * test-results/screens with an index.html to leaf through; the same walk looks for what is broken about them.
 * Further words go to Playwright, for example `-g "writing an invoice"`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfChanged } from '../build/build.mjs'
import { runBrowserTests } from './browser-tests.mjs'
import { tellUsage } from './command-arguments.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { ensureInstalled, projectFolder } from './install.mjs'

tellUsage(`Usage: npm run screens -- [WORDS…]

Takes a picture of every screen and state into test-results/screens, and looks for what is broken about them. Further
words go to Playwright, for example -g "writing an invoice".`)

const folder = join(projectFolder, 'test-results', 'screens')

function writeGallery() {
  const pictures = readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .sort()
  const figures = pictures.map(
    (file) => `<figure><img loading="lazy" src="${file}" alt=""><figcaption>${file}</figcaption></figure>`,
  )
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;font:13px sans-serif}figure{margin:0}img{max-width:360px;border:1px solid #999}'
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
  )
  return pictures.length
}

try {
  ensureInstalled()
  const browser = await ensureBrowser()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.env.SCREENS = folder
  const built = await buildIfChanged()
  process.exitCode = built
    ? await runBrowserTests(browser, ['tests/e2e/screens.spec.ts', ...process.argv.slice(2)])
    : 1
  console.log(`${writeGallery()} pictures in ${join(folder, 'index.html')}`)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
