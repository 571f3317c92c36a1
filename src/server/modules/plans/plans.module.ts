import type { Module } from '../../module.ts';
import { plansPersonalData } from './plans.personal-data.ts';

export const plansModule: Module = {
  personalData: plansPersonalData,
};
