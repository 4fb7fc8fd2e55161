import type { DrawerCount } from '#contract/drawer-counts.ts'
import { drawerLane } from '#data/drawer-counts.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, readAuthor } from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

/** As many counts as a year of four drawers has. */
const MOST_KEPT = 1_500

/** Keeps a count of the cash of a day on this phone and queues it for the audit trail. A second count is a second entry. */
export function countDrawer(
  account: Account,
  deps: CommandDeps,
  input: Omit<DrawerCount, 'id' | 'at'>,
): Promise<CommandResult<DrawerCount>> {
  const id = deps.ports.newId()
  return write(account, deps, async (tx) => {
    const author = await readAuthor(tx.db, 'drawer.count')
    if (!author.ok) return author
    const count: DrawerCount = { ...input, id, at: await tx.moment() }
    await tx.enqueue('drawer.count', drawerLane(id), count)
    const known = (await findMeta(tx.db, 'drawer-counts')) ?? []
    await upsertMeta(tx.db, 'drawer-counts', [count, ...known].slice(0, MOST_KEPT))
    return ok(count)
  })
}
