package com.getcapacitor;

public class MessageHandler {

    public native void sendResponseMessage(PluginCall call, PluginResult successResult, PluginResult errorResult);
}
