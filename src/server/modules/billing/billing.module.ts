import type { Module } from '../../module.ts';
import { billingPersonalData } from './billing.personal-data.ts';

export const billingModule: Module = { personalData: billingPersonalData };
