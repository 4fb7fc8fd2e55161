import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectBidi } from './bidi.ts'
import { startProgram } from './program.ts'
import { asExpression, PHONE_SCREEN, readFound, type StartedBrowser } from './tab.ts'

/** A new profile asks nothing, updates nothing and shows the app in the language and the stillness of the others. */
const PREFERENCES = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.download.useDownloadDir': true,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'extensions.systemAddon.update.enabled': false,
  'dom.security.https_first': false,
  'intl.accept_languages': 'en',
  'media.navigator.permission.disabled': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'ui.prefersReducedMotion': 1,
}

type Evaluated = { readonly type: string; readonly result?: { readonly value?: unknown } }

/** Starts Firefox and drives it by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(path: string): Promise<StartedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'risiti-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, 'browser.download.dir': profile }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const firefox = startProgram(path, [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    'about:blank',
  ])
  const remove = async () => {
    await firefox.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const [, address = ''] = await firefox.says(/WebDriver BiDi listening on (ws:\S+)/, 60_000)
    const bidi = await connectBidi(`${address}/session`)
    const { capabilities } = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    })
    const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
    const context = tree.contexts[0]?.context ?? ''
    await bidi.send('browsingContext.setViewport', { context, viewport: PHONE_SCREEN })

    const find = async (value: string) => {
      const { nodes } = await bidi.send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value },
      })
      const [node] = nodes
      if (!node) throw new Error(`nothing fits ${value}`)
      return { sharedId: node.sharedId }
    }
    return {
      version: capabilities.browserVersion,
      tab: {
        goto: async (url) => {
          await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
        },
        reload: async () => {
          await bidi.send('browsingContext.reload', { context, wait: 'complete' })
        },
        run: async (work, ...given) => {
          const said = await bidi.send<Evaluated>('script.evaluate', {
            expression: asExpression(work, given),
            target: { context },
            awaitPromise: true,
          })
          if (said.type !== 'success') throw new Error(`in the page: ${JSON.stringify(said).slice(0, 600)}`)
          return readFound(said.result?.value)
        },
        press: async (selector) => {
          const origin = { type: 'element', element: await find(selector) }
          const actions = [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ]
          await bidi.send('input.performActions', {
            context,
            actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions }],
          })
        },
        type: async (_selector, text) => {
          const actions = text.split('').flatMap((value) => [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ])
          await bidi.send('input.performActions', {
            context,
            actions: [{ type: 'key', id: 'keys', actions }],
          })
        },
        giveFile: async (selector, file) => {
          await bidi.send('input.setFiles', { context, element: await find(selector), files: [file] })
        },
      },
      stop: async () => {
        bidi.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
