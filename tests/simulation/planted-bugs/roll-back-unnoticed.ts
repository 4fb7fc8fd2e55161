import type { noticeRollback as notice } from '#server/services/recovery/notice-rollback.ts'

/** Planted: a phone that has seen more than there is has only looked wrongly. */
export const noticeRollback: typeof notice = async () => false
