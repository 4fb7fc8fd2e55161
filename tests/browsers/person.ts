import type { Tab } from './drivers/tab.ts'
import {
  describeTarget,
  type Found,
  findInPage,
  type Name,
  type Role,
  sendTarget,
  type Target,
} from './page-finder.ts'
import { until } from './until.ts'

type Options = { readonly inside?: Target; readonly withinMs?: number }

/** The person in front of a screen: looks for things by what they are called, and waits for them. */
export type Person = {
  readonly tab: Tab
  /** Waits until it is on the screen; gives what it says. */
  see(role: Role, name?: Name, options?: Options): Promise<Found>
  /** Whether it is on the screen now. */
  sees(role: Role, name?: Name, options?: Options): Promise<boolean>
  /** Waits until it is on the screen no more. */
  missAgain(role: Role, name?: Name, options?: Options): Promise<void>
  press(role: Role, name?: Name, options?: Options): Promise<void>
  /** Replaces the text of a field. */
  fill(name: Name, text: string, options?: Options): Promise<void>
  giveFile(path: string, options?: Options): Promise<void>
  /** Goes to a path inside the running app, as a link does. */
  go(path: string): Promise<void>
  path(): Promise<string>
}

export function personAt(tab: Tab, origin: string): Person {
  const look = async (target: Target) => await tab.run(findInPage, sendTarget(target))

  const see: Person['see'] = async (role, name, { inside, withinMs } = {}) => {
    const target = targetOf(role, name, inside)
    return await until(describeTarget(target), async () => (await look(target)) ?? undefined, withinMs)
  }

  /** Acts on a target once it lies still and nothing covers it. */
  const act = async (
    target: Target,
    withinMs: number | undefined,
    work: (selector: string) => Promise<void>,
  ) => {
    let place = ''
    await until(
      describeTarget(target),
      async () => {
        const found = await look(target)
        const still = found !== null && found.place === place
        place = found?.place ?? ''
        if (!found?.reachable || !still) return undefined
        await work(found.selector)
        return true
      },
      withinMs,
    )
  }

  return {
    tab,
    see,
    sees: async (role, name, { inside } = {}) => (await look(targetOf(role, name, inside))) !== null,
    missAgain: async (role, name, { inside, withinMs } = {}) => {
      const target = targetOf(role, name, inside)
      await until(
        `no ${describeTarget(target)}`,
        async () => ((await look(target)) === null ? true : undefined),
        withinMs,
      )
    },
    press: async (role, name, { inside, withinMs } = {}) =>
      await act(targetOf(role, name, inside), withinMs, async (selector) => await tab.press(selector)),
    fill: async (name, text, { inside, withinMs } = {}) => {
      const target = targetOf('field', name, inside)
      await act(target, withinMs, async (selector) => {
        await tab.press(selector)
        await tab.run((found: string) => {
          const field = document.querySelector<HTMLInputElement>(found)
          field?.focus()
          field?.select()
        }, selector)
        await tab.type(selector, text)
      })
    },
    giveFile: async (path, { inside, withinMs } = {}) => {
      const { selector } = await see('file', undefined, {
        ...(inside && { inside }),
        ...(withinMs && { withinMs }),
      })
      await tab.giveFile(selector, path)
    },
    go: async (path) => {
      await until('the running app', async () => {
        const runs = await tab.run(() => Object.hasOwn(history, 'pushState'))
        return runs || undefined
      })
      await tab.run((to: string) => history.pushState(null, '', to), path)
    },
    path: async () => {
      const href = await tab.run(() => location.href)
      return href.startsWith(origin) ? href.slice(origin.length) : href
    },
  }
}

function targetOf(role: Role, name: Name | undefined, inside: Target | undefined): Target {
  return { role, ...(name !== undefined && { name }), ...(inside && { inside }) }
}
