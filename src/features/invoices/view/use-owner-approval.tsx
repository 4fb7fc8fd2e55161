import { type ReactNode, Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { type Approval, type OperatorRights, rightsOf } from '#domain/permissions/operator-rights.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

/** Loaded when it is needed. */
const ApprovalSheet = lazyComponent(async () => (await import('./approval-sheet.tsx')).ApprovalSheet)

type Pending = { readonly answer: (approval: Approval | undefined) => void }

/**
 * What the person may do, and the way to ask an owner on the spot. `ask` resolves with the approval, `undefined` when
 * none was given; the caller renders `approvalSheet`.
 */
export function useOwnerApproval(): {
  readonly rights: OperatorRights
  readonly ask: () => Promise<Approval | undefined>
  readonly approvalSheet: ReactNode
} {
  const { session } = useAppContext()
  const [pending, setPending] = useState<Pending>()
  const end = (approval: Approval | undefined) => {
    pending?.answer(approval)
    setPending(undefined)
  }
  return {
    rights: rightsOf(session.user.user_type, session.rights),
    ask: () => new Promise((answer) => setPending({ answer })),
    approvalSheet: pending ? (
      <Suspense>
        <ApprovalSheet onApproved={end} onClose={() => end(undefined)} />
      </Suspense>
    ) : null,
  }
}
