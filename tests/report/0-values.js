hieraReport.starts(0,"values",[0]);
