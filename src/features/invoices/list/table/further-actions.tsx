import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isHeldWhileBlocked } from '#domain/companies/blocked-company.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { type Resolution, resolutionOfInvoice, resolveInvoice } from './resolve-invoices.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

type Props = {
  readonly rows: readonly InvoiceRow[]
  /** Those that could not be resolved stay selected. */
  readonly onChosen: (ids: readonly string[]) => void
  readonly onDone: () => void
}

type Words = {
  readonly icon: IconName
  readonly label: string
  readonly done: string
  /** Asked before; absent: it is done at once. */
  readonly question?: { readonly title: string; readonly text: string; readonly grave?: true }
}

const ORDER: readonly Resolution[] = ['send-again', 'repair', 'cancel-draft']

/** What else can be done with several invoices: send or repair refused ones again, cancel drafts. Only what applies is shown. */
export function FurtherActions({ rows, onChosen, onDone }: Props) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const { account, blocked, commands } = useAppContext()
  const [asking, setAsking] = useState<Resolution>()
  const [busy, run] = useAction()
  const can = useCan()
  // While TRA blocks the company these would be refused one by one.
  const may = (action: 'invoice.submit' | 'invoice.repair' | 'invoice.cancel', row: InvoiceRow) =>
    !(blocked && isHeldWhileBlocked(action)) && can(action, { companyId: row.companyId })
  const actionOf = {
    'send-again': 'invoice.submit',
    repair: 'invoice.repair',
    'cancel-draft': 'invoice.cancel',
  } as const
  const rowsFor = (resolution: Resolution) =>
    rows.filter((row) => resolutionOfInvoice(row) === resolution && may(actionOf[resolution], row))
  const wordsFor = (resolution: Resolution, count: number): Words => {
    switch (resolution) {
      case 'send-again':
        return { icon: 'refresh', label: t`Send again: ${count}`, done: t`Being sent again: ${count}` }
      case 'repair':
        return {
          icon: 'refresh',
          label: t`Repair: ${count}`,
          done: t`Repaired and being sent again: ${count}`,
          question: {
            title: t`Repair and send again`,
            text: t`TRA could not read these receipts. The repair replaces characters in names and descriptions that TRA does not support. Numbers, dates, times and amounts stay the same.`,
          },
        }
      case 'cancel-draft':
        return {
          icon: 'ban',
          label: t`Cancel drafts: ${count}`,
          done: t`Drafts canceled: ${count}`,
          question: {
            title: t`Cancel these drafts?`,
            text: t`TRA has not received them. They stay in the list as canceled.`,
            grave: true,
          },
        }
    }
  }
  const resolve = async (resolution: Resolution) => {
    const [ids, failed]: [string[], string[]] = [rowsFor(resolution).map(({ id }) => id), []]
    for (const id of ids) if (!(await resolveInvoice(account, commands, resolution, id))) failed.push(id)
    setAsking(undefined)
    const count = failed.length
    if (count > 0) {
      toast({ tone: 'bad', text: t`Invoices that could not be changed: ${count}` })
      onChosen(failed)
      return
    }
    toast({ tone: 'good', text: wordsFor(resolution, ids.length).done })
    onDone()
  }
  const asked = asking && wordsFor(asking, rowsFor(asking).length)
  return (
    <>
      {ORDER.map((resolution) => {
        const count = rowsFor(resolution).length
        if (count === 0) return null
        const { icon, label, question } = wordsFor(resolution, count)
        return (
          <Button
            key={resolution}
            variant={question?.grave ? 'subtle' : 'default'}
            {...(question?.grave ? { 'data-tone': 'danger' } : {})}
            leftSection={<Icon name={icon} size={18} />}
            loading={busy}
            onClick={() => (question ? setAsking(resolution) : void run(() => resolve(resolution)))}
          >
            {label}
          </Button>
        )
      })}
      {asking && asked?.question ? (
        <Suspense>
          <ConfirmDialog
            title={asked.question.title}
            opened
            destructive={asked.question.grave ?? false}
            busy={busy}
            confirmLabel={asked.label}
            onConfirm={() => void run(() => resolve(asking))}
            onClose={() => setAsking(undefined)}
          >
            <p>{asked.question.text}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  )
}
