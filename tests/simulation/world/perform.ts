import { saveCustomer, saveProduct } from '#commands/catalogue.ts'
import { creditInvoice } from '#commands/credit-notes.ts'
import { emailInvoice } from '#commands/invoice-mails.ts'
import { cancelInvoice, repairInvoice, saveDraft, submitInvoice, takeBack } from '#commands/invoices.ts'
import { addStock } from '#commands/stock.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#commands/stuck-work.ts'
import { canonicalJson } from '#contract/canonical-json.ts'
import { expenseFields } from '#contract/expense-body.ts'
import { expenseFromRow } from '#data/expense-row.ts'
import { listAttention } from '#data/outbox-entries.ts'
import type { ExpenseRow, InvoiceRow } from '#data/rows.ts'
import { withReconnect } from '#data/with-reconnect.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { toQuantity } from '#domain/money/quantity.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps, CommandResult } from '#sync/outbox/command-result.ts'
import type {
  CustomerWrite,
  ExpenseStatusChange,
  ExpenseWrite,
  FileAttachment,
  FileOpen,
  FileRemoval,
  InvoiceChange,
  InvoiceWrite,
  ProductWrite,
  RefusalResolution,
  StockWrite,
  UserAction,
} from '../plan/plan.ts'
import { appendCommand, type Subject } from './append-command.ts'
import { NOBODY } from './network.ts'
import { performBookkeeping } from './perform-bookkeeping.ts'
import { performCatalogue } from './perform-catalogue.ts'
import { performExpense } from './perform-expense.ts'
import { performFiles } from './perform-files.ts'
import { nextComes, performTransfer } from './perform-transfer.ts'
import { personOf, type Simulation } from './simulation.ts'
import type { Tab } from './tab.ts'
import { writeSale } from './write-sale.ts'

function pickBy<T>(list: readonly T[], which: number): T | undefined {
  return list.length === 0 ? undefined : list[which % list.length]
}

/** Reads what a person sees before an action: a screen reopens lost storage, or says that it cannot be read. */
function seen<T>({ account }: Tab, read: () => PromiseLike<T>): Promise<T> {
  return withReconnect(account.db, read)
}

/** Does what a person does, in the tab they have before them. Without one, only signing in and opening happen. */
export function perform(simulation: Simulation, action: UserAction): void {
  const phone = simulation.phones[action.phone]
  if (!phone) return
  if (action.kind === 'log in') {
    if (phone.tabs.every((tab) => !tab)) phone.logIn(action.slot, personOf(action.person), () => undefined)
    return
  }
  if (action.kind === 'open') {
    phone.openTab(action.slot)
    return
  }
  const tab = phone.tabs[action.slot] ?? phone.tabs.find((other) => other !== undefined)
  if (action.kind === 'hand on') nextComes(simulation, phone, action)
  if (!tab) return
  if (action.kind === 'shift') {
    const { person, afterMs } = action
    inTab(simulation, tab, { ...action, kind: 'log out' }, 0)
    simulation.scheduler.after(NOBODY, afterMs, 'next shift', () => {
      if (phone.tabs.every((open) => !open)) phone.logIn(action.slot, personOf(person), () => undefined)
    })
    return
  }
  if (action.kind === 'submit twice') {
    const other = phone.tabs.find((candidate) => candidate !== undefined && candidate !== tab) ?? tab
    const submit: InvoiceWrite = { ...action, kind: 'submit', customer: 0, product: 0, fresh: false }
    inTab(simulation, tab, submit, 0)
    inTab(simulation, other, submit, action.apartMs)
    return
  }
  inTab(simulation, tab, action, 0)
}

function inTab(simulation: Simulation, tab: Tab, action: UserAction, ms: number): void {
  simulation.scheduler.after(tab.actor, ms, action.kind, () => {
    act(simulation, tab, action).catch((error: unknown) => simulation.trouble(error))
  })
}

async function act(simulation: Simulation, tab: Tab, action: UserAction): Promise<void> {
  switch (action.kind) {
    case 'log out':
      await tab.signOut()
      return
    case 'focus':
      tab.dispatch('focus')
      return
    case 'send now':
      tab.requestSync('person')
      appendOutcome(simulation, tab, action.kind, ok(null))
      return
    case 'save':
    case 'submit':
      await write(simulation, tab, action)
      return
    case 'cancel':
    case 'take back':
    case 'repair':
    case 'credit':
    case 'mail':
      await change(simulation, tab, action)
      return
    case 'discard':
    case 'send again':
    case 'keep as draft':
      await resolve(simulation, tab, action)
      return
    case 'customer':
      await writeCustomer(simulation, tab, action)
      return
    case 'product':
      await writeProduct(simulation, tab, action)
      return
    case 'stock':
      await writeStock(simulation, tab, action)
      return
    case 'expense':
    case 'close expense':
      await spend(simulation, tab, action)
      return
    case 'collect':
    case 'cancel payment':
    case 'vendor':
      await performBookkeeping(simulation, tab, action)
      return
    case 'import':
    case 'merge customer':
    case 'merge vendor':
      await performCatalogue(simulation, tab, action)
      return
    case 'seal':
    case 'take over':
    case 'take over here':
    case 'hand on':
    case 'set pin':
      await performTransfer(simulation, tab, action)
      return
    case 'attach files':
    case 'take file off':
    case 'open file':
      await handleFiles(simulation, tab, action)
      return
    case 'submit twice':
    case 'log in':
    case 'shift':
    case 'open':
  }
}

function appendOutcome(
  simulation: Simulation,
  tab: Tab,
  command: string,
  result: CommandResult<unknown>,
  subject?: Subject,
): void {
  const outcome = result.ok ? 'kept' : `refused ${result.refusals[0]?.code ?? ''}`
  appendCommand(simulation, tab, command, outcome, subject)
}

async function contentFor(
  tab: Tab,
  action: InvoiceWrite,
  draft: InvoiceRow | undefined,
): Promise<InvoiceContent | undefined> {
  const { db } = tab.account
  // A draft is submitted unchanged, or with another price.
  if (draft && action.price < 5) return draft
  const products = await seen(tab, () => db.products.orderBy('id').toArray())
  const product = pickBy(products, action.product)
  if (!product) return undefined
  const all = await seen(tab, () => db.customers.orderBy('id').toArray())
  const customers = all.filter(({ active }) => active)
  const customer = action.customer < 3 ? undefined : pickBy(customers, action.customer)
  return writeSale({ lineId: tab.deps.ports.newId(), product, customer, price: action.price })
}

async function write(simulation: Simulation, tab: Tab, action: InvoiceWrite): Promise<void> {
  const { account, commands } = tab
  const rows = await seen(tab, () => account.db.invoices.orderBy('id').toArray())
  const draft = action.fresh
    ? undefined
    : pickBy(
        rows.filter(({ status }) => status === 'draft'),
        action.which,
      )
  const content = await contentFor(tab, action, draft)
  if (!content) return
  const input = { content, ...(draft ? { invoiceId: draft.id } : {}) }
  const result = await (action.kind === 'save' ? saveDraft : submitInvoice)(account, commands, input)
  appendOutcome(simulation, tab, action.kind, result, result.ok ? subjectOf(result.value) : undefined)
}

function expenseSubject(expense: ExpenseRow): Subject {
  return { expenseId: expense.id, content: canonicalJson(expenseFields(expenseFromRow(expense))) }
}

function subjectOf(invoice: InvoiceRow): Subject {
  return { invoiceId: invoice.id, content: canonicalJson(contentOf(invoice)) }
}

function isOffered(kind: InvoiceChange['kind'], { shown, receipt }: InvoiceRow): boolean {
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

async function change(simulation: Simulation, tab: Tab, action: InvoiceChange): Promise<void> {
  const { account, commands } = tab
  const rows = await seen(tab, () => account.db.invoices.orderBy('id').toArray())
  const offered = rows.filter((row) => isOffered(action.kind, row))
  // People press what is shown to them; once in a while two do at the same time, or a screen is old.
  const row = pickBy(offered.length > 0 && action.which > 0 ? offered : rows, action.which)
  if (row) appendOutcome(simulation, tab, action.kind, await changeOne(account, commands, action, row))
}

function changeOne(account: Account, deps: CommandDeps, { kind, which }: InvoiceChange, row: InvoiceRow) {
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
      return creditInvoice(account, deps, {
        invoiceId,
        returnedLines: wishes,
        reason: 'broken',
        paidBy: 'cash',
      })
    }
    case 'mail':
      return emailInvoice(account, deps, { invoiceId, to: `juma${which}@example.test`, language: 'sw' })
  }
}

async function resolve(simulation: Simulation, tab: Tab, action: RefusalResolution): Promise<void> {
  const { account, commands } = tab
  const entry = pickBy(await seen(tab, () => listAttention(account.db)), action.which)
  if (!entry) return
  const verb = { discard: discardWork, 'send again': sendAgain, 'keep as draft': keepAsNewDraft }[action.kind]
  appendOutcome(simulation, tab, action.kind, await verb(account, commands, { opId: entry.opId }))
}

async function writeCustomer(simulation: Simulation, tab: Tab, action: CustomerWrite): Promise<void> {
  const { account, commands } = tab
  const known = action.fresh
    ? undefined
    : pickBy(await seen(tab, () => account.db.customers.orderBy('id').toArray()), action.which)
  const form = {
    name: `Juma ${action.which}`,
    identificationType: 'TAX_IDENTIFICATION_NUMBER' as const,
    identificationNumber: known?.identificationNumber ?? `10000000${action.number}`,
    phone: '',
    email: action.which % 2 === 0 ? '' : `juma${action.which}@example.test`,
    vatRegistrationNumber: '',
  }
  const result = await saveCustomer(account, commands, { form, ...(known ? { customerId: known.id } : {}) })
  appendOutcome(simulation, tab, action.kind, result)
}

async function writeProduct(simulation: Simulation, tab: Tab, action: ProductWrite): Promise<void> {
  const { account, commands } = tab
  const known = action.fresh
    ? undefined
    : pickBy(await seen(tab, () => account.db.products.orderBy('id').toArray()), action.which)
  const form = {
    name: known?.name ?? `Sukari ${action.which}`,
    unit: 'kg',
    unitPrice: toCents(action.price * 100_000),
    taxType: known?.taxType ?? (action.which % 2 === 0 ? ('standard' as const) : ('exempted' as const)),
  }
  const result = await saveProduct(account, commands, { form, ...(known ? { productId: known.id } : {}) })
  appendOutcome(simulation, tab, action.kind, result)
}

async function writeStock(simulation: Simulation, tab: Tab, action: StockWrite): Promise<void> {
  const { account, commands } = tab
  const product = pickBy(await seen(tab, () => account.db.products.orderBy('id').toArray()), action.which)
  if (!product) return
  const reason = action.price % 2 === 0 ? ('received' as const) : ('counted' as const)
  const entered = toQuantity(action.price * 1_000)
  const result = await addStock(account, commands, { productId: product.id, reason, entered })
  appendOutcome(simulation, tab, action.kind, result)
}

async function spend(
  simulation: Simulation,
  tab: Tab,
  action: ExpenseWrite | ExpenseStatusChange,
): Promise<void> {
  const rows = await seen(tab, () => tab.account.db.expenses.orderBy('id').toArray())
  const result = await performExpense(tab, action, rows)
  if (!result) return
  appendOutcome(simulation, tab, action.kind, result, result.ok ? expenseSubject(result.value) : undefined)
}

async function handleFiles(
  simulation: Simulation,
  tab: Tab,
  action: FileAttachment | FileRemoval | FileOpen,
): Promise<void> {
  const rows = await seen(tab, () => tab.account.db.expenses.orderBy('id').toArray())
  const done = await performFiles(simulation.history, tab, action, rows)
  if (done) appendOutcome(simulation, tab, action.kind, done.result, done.subject)
}
