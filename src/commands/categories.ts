import { categoryFromRow, findCategory, listCategories } from '#data/categories.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import type { CategoryRow } from '#data/rows.ts'
import { type Category, defaultCodeOf } from '#domain/categories/category.ts'
import { type CategoryForm, checkCategory } from '#domain/categories/check-category.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { write } from '#sync/outbox/writer.ts'
import { waitedFor } from './waited-for.ts'

/**
 * Saves a category of expenses, new or edited, active or not, on this phone and queues it for the server. A default
 * category gets its record with its first change. A code that another category has is refused (spec §8).
 */
export function saveCategory(
  account: Account,
  deps: CommandDeps,
  input: { readonly categoryId?: string; readonly form: CategoryForm; readonly active?: boolean },
): Promise<CommandResult<CategoryRow>> {
  const id = input.categoryId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'category.save')
    if (!known.ok) return known
    const author = known.value
    const companyId = author.company.id
    const checked = checkCategory(input.form, defaultCodeOf(companyId, id))
    if (!checked.ok) return refuse(checked.refusals)
    const orderingKey = orderingKeyOf('category', id)
    const [row, entries] = await Promise.all([findCategory(db, id), listByOrderingKey(db, orderingKey)])
    const before = row && categoryFromRow(row)
    const active = input.active ?? before?.active ?? true
    const record: Category = { ...checked.value, id, companyId, rev: before?.rev ?? 0, active }
    const stored = await listCategories(db)
    if (stored.some((other) => other.id !== id && other.code === record.code)) {
      return refuse([{ path: 'code', code: 'CATEGORY_CODE_REGISTERED' }])
    }
    const shown = before && before.rev > 0 ? fieldsOf(before) : null
    const base = await readMergeBase(db, 'category.save', orderingKey, entries, shown)
    await tx.upsert(
      {
        written: { kind: 'category', record },
        before: before && { kind: 'category', record: before },
        entries,
        dependsOn: waitedFor(entries),
      },
      orderingKey,
      'category.save',
      { categoryId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    const saved = await findCategory(db, id)
    return saved ? ok(saved) : refusedWithCode('CATEGORY_NOT_FOUND')
  })
}
