hieraReport.starts(0,"nodes",[0]);
