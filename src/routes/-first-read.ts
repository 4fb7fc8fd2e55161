import type { OpenedAccount, RouteContext } from './-route-context.ts'

type Database = OpenedAccount['appContext']['account']['db']

/**
 * Loads a screen and begins to read what its first picture shows, from the account that is open. The screen is rendered
 * meanwhile, unless its reading is awaited.
 */
export async function loadWithFirstRead(
  { openAppContext }: Pick<RouteContext, 'openAppContext'>,
  screen: { readonly preload?: (() => Promise<void> | undefined) | undefined },
  loadRead: () => Promise<(db: Database) => Promise<void> | void>,
): Promise<void> {
  const [read, opened] = await Promise.all([loadRead(), openAppContext(), screen.preload?.()])
  if (opened) await read(opened.appContext.account.db)
}
