import { plainExpense } from '#data/expense-row.ts'
import { guarded } from '#data/guard.ts'
import { plainInvoice } from '#data/invoices.ts'
import { listAttention } from '#data/outbox-entries.ts'
import type { ExpenseRow, InvoiceRow } from '#data/rows.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import type { Account } from '#session/account.ts'
import { saveCustomer, saveProduct } from '#sync/commands/catalogue.ts'
import { creditInvoice } from '#sync/commands/credit-notes.ts'
import { emailInvoice } from '#sync/commands/invoice-mails.ts'
import { cancelInvoice, repairInvoice, saveDraft, submitInvoice, takeBack } from '#sync/commands/invoices.ts'
import type { CommandDeps, Kept } from '#sync/commands/outcome.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#sync/commands/stuck-work.ts'
import { writtenContent } from '#sync/commands/written-content.ts'
import { expenseFields } from '#sync/expense-fields.ts'
import { canonicalJson } from '#sync/outbox/canonical-json.ts'
import type {
  Changing,
  CustomerWriting,
  Doing,
  ExpenseClosing,
  ExpenseWriting,
  FileAttaching,
  FileOpening,
  FileRemoving,
  Mending,
  ProductWriting,
  Writing,
} from '../plan/plan.ts'
import { NOBODY } from './network.ts'
import { noteCommand, type Subject } from './note-command.ts'
import { nextComes, performCarrying } from './perform-carrying.ts'
import { performExpense } from './perform-expense.ts'
import { performFiles } from './perform-files.ts'
import { personOf, type Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'
import { writeSale } from './write-sale.ts'

function pickBy<T>(list: readonly T[], which: number): T | undefined {
  return list.length === 0 ? undefined : list[which % list.length]
}

/** What a person sees before they do something: a screen opens lost storage anew, or says that it cannot be read. */
function seen<T>({ account }: Tab, read: () => PromiseLike<T>): Promise<T> {
  return guarded(account.db, read)
}

/** Does what a person does, in the tab they have before them. Without one, only signing in and opening happen. */
export function perform(simulation: Simulation, doing: Doing): void {
  const phone = simulation.phones[doing.phone]
  if (!phone) return
  if (doing.kind === 'log in') {
    if (phone.tabs.every((tab) => !tab)) phone.logIn(doing.slot, personOf(doing.person), () => undefined)
    return
  }
  if (doing.kind === 'open') {
    phone.openTab(doing.slot)
    return
  }
  const tab = phone.tabs[doing.slot] ?? phone.tabs.find((other) => other !== undefined)
  if (doing.kind === 'hand on') nextComes(simulation, phone, doing)
  if (!tab) return
  if (doing.kind === 'shift') {
    const { person, afterMs } = doing
    inTab(simulation, tab, { ...doing, kind: 'log out' }, 0)
    simulation.scheduler.after(NOBODY, afterMs, 'next shift', () => {
      if (phone.tabs.every((open) => !open)) phone.logIn(doing.slot, personOf(person), () => undefined)
    })
    return
  }
  if (doing.kind === 'submit twice') {
    const other = phone.tabs.find((candidate) => candidate !== undefined && candidate !== tab) ?? tab
    const submit: Writing = { ...doing, kind: 'submit', customer: 0, product: 0, fresh: false }
    inTab(simulation, tab, submit, 0)
    inTab(simulation, other, submit, doing.apartMs)
    return
  }
  inTab(simulation, tab, doing, 0)
}

function inTab(simulation: Simulation, tab: Tab, doing: Doing, ms: number): void {
  simulation.scheduler.after(tab.actor, ms, doing.kind, () => {
    act(simulation, tab, doing).catch((error: unknown) => simulation.trouble(error))
  })
}

async function act(simulation: Simulation, tab: Tab, doing: Doing): Promise<void> {
  switch (doing.kind) {
    case 'log out':
      await tab.signOut()
      return
    case 'focus':
      tab.dispatch('focus')
      return
    case 'send now':
      tab.kick('person')
      note(simulation, tab, doing.kind, { kind: 'kept', value: null })
      return
    case 'save':
    case 'submit':
      await write(simulation, tab, doing)
      return
    case 'cancel':
    case 'take back':
    case 'repair':
    case 'credit':
    case 'mail':
      await change(simulation, tab, doing)
      return
    case 'discard':
    case 'send again':
    case 'keep as draft':
      await mend(simulation, tab, doing)
      return
    case 'customer':
      await writeCustomer(simulation, tab, doing)
      return
    case 'product':
      await writeProduct(simulation, tab, doing)
      return
    case 'expense':
    case 'close expense':
      await spend(simulation, tab, doing)
      return
    case 'seal':
    case 'take over':
    case 'take over here':
    case 'hand on':
    case 'set pin':
      await performCarrying(simulation, tab, doing)
      return
    case 'attach files':
    case 'take file off':
    case 'open file':
      await handleFiles(simulation, tab, doing)
      return
    case 'submit twice':
    case 'log in':
    case 'shift':
    case 'open':
  }
}

function note(
  simulation: Simulation,
  tab: Tab,
  command: string,
  kept: Kept<unknown>,
  subject?: Subject,
): void {
  const outcome = kept.kind === 'refused' ? `refused ${kept.refusals[0]?.code ?? ''}` : kept.kind
  noteCommand(simulation, tab, command, outcome, subject)
}

async function contentFor(
  tab: Tab,
  doing: Writing,
  draft: InvoiceRow | undefined,
): Promise<InvoiceContent | undefined> {
  const { db } = tab.account
  // A draft is submitted as it stands, or with another price.
  if (draft && doing.price < 5) return draft
  const products = await seen(tab, () => db.products.orderBy('id').toArray())
  const product = pickBy(products, doing.product)
  if (!product) return undefined
  const all = await seen(tab, () => db.customers.orderBy('id').toArray())
  const customers = all.filter(({ active }) => active)
  const customer = doing.customer < 3 ? undefined : pickBy(customers, doing.customer)
  return writeSale({ lineId: tab.deps.ports.newId(), product, customer, price: doing.price })
}

async function write(simulation: Simulation, tab: Tab, doing: Writing): Promise<void> {
  const { account, commands } = tab
  const rows = await seen(tab, () => account.db.invoices.orderBy('id').toArray())
  const draft = doing.fresh
    ? undefined
    : pickBy(
        rows.filter(({ status }) => status === 'draft'),
        doing.which,
      )
  const content = await contentFor(tab, doing, draft)
  if (!content) return
  const input = { content, ...(draft ? { invoiceId: draft.id } : {}) }
  const kept = await (doing.kind === 'save' ? saveDraft : submitInvoice)(account, commands, input)
  note(simulation, tab, doing.kind, kept, kept.kind === 'kept' ? subjectOf(kept.value) : undefined)
}

function expenseSubject(expense: ExpenseRow): Subject {
  return { expenseId: expense.id, content: canonicalJson(expenseFields(plainExpense(expense))) }
}

function subjectOf(invoice: InvoiceRow): Subject {
  return { invoiceId: invoice.id, content: canonicalJson(writtenContent(plainInvoice(invoice))) }
}

function isOffered(kind: Changing['kind'], { shown, receipt }: InvoiceRow): boolean {
  switch (kind) {
    case 'cancel':
    case 'credit':
      return shown === 'submitted' || shown === 'issued'
    case 'mail':
      return shown === 'waiting' || shown === 'submitted' || shown === 'issued'
    case 'take back':
      return shown === 'waiting'
    case 'repair':
      return receipt?.delivery === 'parked' || receipt?.delivery === 'rejected'
  }
}

async function change(simulation: Simulation, tab: Tab, doing: Changing): Promise<void> {
  const { account, commands } = tab
  const rows = await seen(tab, () => account.db.invoices.orderBy('id').toArray())
  const offered = rows.filter((row) => isOffered(doing.kind, row))
  // People press what is shown to them; once in a while two do at the same time, or a screen is old.
  const row = pickBy(offered.length > 0 && doing.which > 0 ? offered : rows, doing.which)
  if (row) note(simulation, tab, doing.kind, await changeOne(account, commands, doing, row))
}

function changeOne(account: Account, deps: CommandDeps, { kind, which }: Changing, row: InvoiceRow) {
  const invoiceId = row.id
  switch (kind) {
    case 'cancel':
      return cancelInvoice(account, deps, { invoiceId, reason: 'mistake' })
    case 'take back':
      return takeBack(account, deps, { invoiceId })
    case 'repair':
      return repairInvoice(account, deps, { invoiceId })
    case 'credit': {
      const wishes = row.lines.slice(0, 1).map(({ id }) => ({ lineId: id, quantity: toQuantity(1_000) }))
      return creditInvoice(account, deps, { invoiceId, wishes, reason: 'broken', paidBy: 'cash' })
    }
    case 'mail':
      return emailInvoice(account, deps, { invoiceId, to: `juma${which}@example.test`, language: 'sw' })
  }
}

async function mend(simulation: Simulation, tab: Tab, doing: Mending): Promise<void> {
  const { account, commands } = tab
  const entry = pickBy(await seen(tab, () => listAttention(account.db)), doing.which)
  if (!entry) return
  const verb = { discard: discardWork, 'send again': sendAgain, 'keep as draft': keepAsNewDraft }[doing.kind]
  note(simulation, tab, doing.kind, await verb(account, commands, { opId: entry.opId }))
}

async function writeCustomer(simulation: Simulation, tab: Tab, doing: CustomerWriting): Promise<void> {
  const { account, commands } = tab
  const known = doing.fresh
    ? undefined
    : pickBy(await seen(tab, () => account.db.customers.orderBy('id').toArray()), doing.which)
  const form = {
    name: `Juma ${doing.which}`,
    identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
    identificationNumber: known?.identificationNumber ?? `10000000${doing.number}`,
    phone: '',
    email: doing.which % 2 === 0 ? '' : `juma${doing.which}@example.test`,
    vatRegistrationNumber: '',
  }
  const kept = await saveCustomer(account, commands, { form, ...(known ? { customerId: known.id } : {}) })
  note(simulation, tab, doing.kind, kept)
}

async function writeProduct(simulation: Simulation, tab: Tab, doing: ProductWriting): Promise<void> {
  const { account, commands } = tab
  const known = doing.fresh
    ? undefined
    : pickBy(await seen(tab, () => account.db.products.orderBy('id').toArray()), doing.which)
  const form = {
    name: known?.name ?? `Sukari ${doing.which}`,
    unit: 'kg',
    unitPrice: toCents(doing.price * 100_000),
    taxType: known?.taxType ?? (doing.which % 2 === 0 ? ('standard' as const) : ('exempted' as const)),
  }
  const kept = await saveProduct(account, commands, { form, ...(known ? { productId: known.id } : {}) })
  note(simulation, tab, doing.kind, kept)
}

async function spend(
  simulation: Simulation,
  tab: Tab,
  doing: ExpenseWriting | ExpenseClosing,
): Promise<void> {
  const rows = await seen(tab, () => tab.account.db.expenses.orderBy('id').toArray())
  const kept = await performExpense(tab, doing, rows)
  if (!kept) return
  note(simulation, tab, doing.kind, kept, kept.kind === 'kept' ? expenseSubject(kept.value) : undefined)
}

async function handleFiles(
  simulation: Simulation,
  tab: Tab,
  doing: FileAttaching | FileRemoving | FileOpening,
): Promise<void> {
  const rows = await seen(tab, () => tab.account.db.expenses.orderBy('id').toArray())
  const done = await performFiles(simulation.history, tab, doing, rows)
  if (done) note(simulation, tab, doing.kind, done.kept, done.subject)
}
