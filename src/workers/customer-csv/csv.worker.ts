import { expose } from 'comlink'
import { readCustomerFile } from './read-customer-file.ts'

/** The functions of this worker. */
const worker = { read: readCustomerFile }
export type CustomerCsvWorker = typeof worker

expose(worker)
