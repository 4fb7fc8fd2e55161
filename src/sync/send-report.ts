import type { AccountStatus } from './status.ts'

/** The result of *Send now*; there is always one. `sent` and `remaining` count operations. */
export type SendReport = {
  readonly kind:
    | 'nothing-waits'
    | 'all-sent'
    /** Only operations that a person has to resolve remain, or some are gone from this phone. */
    | 'needs-you'
    /** Only files that wait for Wi-Fi are left. */
    | 'waits-for-wifi'
    /** Our server postponed the rest, or another page or the worker is sending it. */
    | 'later'
    | 'offline'
    | 'no-server'
    | 'log-in'
    | 'blocked'
    /** The server accepts nothing of this account, for another reason than a block by the authority. */
    | 'stopped'
    | 'update'
  readonly sent: number
  readonly remaining: number
}

/** What a report says now: work that it left behind may have gone out by itself since. */
export function bringUpToDate(report: SendReport, status: AccountStatus | undefined): SendReport {
  if (report.remaining === 0 || !status) return report
  const allGone = status.online === 'online' && status.pendingCount === 0 && status.lostCount === 0
  return allGone ? { kind: 'all-sent', sent: report.sent + report.remaining, remaining: 0 } : report
}
