import { expose } from 'comlink'
import { readCustomerFile } from './read-customer-file.ts'
import { readProductFile } from './read-product-file.ts'

/** The functions of this worker. */
const worker = { readCustomers: readCustomerFile, readProducts: readProductFile }
export type CsvWorker = typeof worker

expose(worker)
